import type { Exchange } from '../../exchange/exchange.ts';
import { isExecuted } from '../answer-mode.ts';
import type { ComplianceResult } from '../compliance.ts';
import { LoadMeasure } from '../load-measure.ts';
import type { ExchangeObserver, MeasuredExchange } from '../measured-exchange.ts';
import type { Objective } from '../objective.ts';
import { type Sample, sumOf, wholeOf } from '../sample.ts';
import { backlogTrend, type TimedAnswer, type Trend } from './backlog-trend.ts';
import { saturatedThroughput } from './saturation.ts';

export interface StepWindow {
  /** Answers to requests that were scheduled before its end are not counted. */
  readonly warmUpMs: number;
  /** End of the arrivals; both since the first arrival. */
  readonly endMs: number;
}

/** Figures of one run at one rate, after its warm-up. */
export interface StepFigures {
  /** All operations together. */
  readonly measure: Sample;
  readonly compliance: readonly ComplianceResult[];
  /** Undefined when too few requests were answered. */
  readonly trend: Trend | undefined;
  /** The same from the send, which excludes the lateness of the generator. */
  readonly trendFromSend: Trend | undefined;
  /** Good answers per second. */
  readonly throughput: number;
  /** The same when the gateway always had a backlog. */
  readonly saturated: number | undefined;
  /** Requests between send and end, mean over time: N of Little's law. */
  readonly inFlight: number;
  /** Requests that the end cut after they had waited far longer than answers take. */
  readonly overdue: number;
}

interface Crossing {
  readonly intendedMs: number;
  readonly sendMs: number;
  readonly endMs: number;
  readonly good: boolean;
}

/** Measures one run at one rate without its warm-up. The times of all exchanges are kept. */
export class StepMeasure implements ExchangeObserver {
  readonly #window: StepWindow;
  readonly #measure: LoadMeasure;
  readonly #crossings: Crossing[] = [];
  readonly #answers: TimedAnswer[] = [];
  readonly #fromSend: TimedAnswer[] = [];
  readonly #waits: Wait[] = [];
  #firstMs = Number.POSITIVE_INFINITY;

  constructor(window: StepWindow, objectives: readonly Objective[]) {
    this.#window = window;
    this.#measure = new LoadMeasure(objectives);
  }

  record(measured: MeasuredExchange): void {
    const { exchange, resultClass, mode, timings } = measured;
    const { intendedMs, sendMs, endMs } = exchange.timing;
    this.#firstMs = Math.min(this.#firstMs, intendedMs);
    if (isExecuted(mode)) {
      this.#crossings.push({ intendedMs, sendMs, endMs, good: resultClass.kind === 'good' });
    }
    if (intendedMs - this.#firstMs < this.#window.warmUpMs) return;
    this.#measure.recordMeasured(measured);
    if (!isExecuted(mode)) return;
    const isCut = resultClass.kind === 'cut';
    if (resultClass.kind !== 'good' && !isCut) return;
    const { e2eMs } = timings;
    const kind = kindOf(exchange, mode);
    // A slow reader sets its own pace, once there is something to read.
    const reads = mode === 'slow' && exchange.timing.firstByteMs !== undefined;
    if (!(isCut && reads)) this.#waits.push({ kind, tookMs: e2eMs, isCut });
    // A request that the end cut has taken at least this time.
    const answeredMs = mode === 'slow' ? beganMs(exchange) : endMs;
    this.#answers.push({ intendedMs, kind, tookMs: answeredMs - intendedMs });
    this.#fromSend.push({ intendedMs, kind, tookMs: answeredMs - sendMs });
  }

  figures(): StepFigures {
    const first = Number.isFinite(this.#firstMs) ? this.#firstMs : 0;
    const fromMs = first + this.#window.warmUpMs;
    const toMs = first + this.#window.endMs;
    const ends = this.#crossings
      .filter(({ good, endMs }) => good && endMs >= fromMs && endMs <= toMs)
      .map(({ endMs }) => endMs);
    const trend = backlogTrend(this.#answers);
    const behind = trend?.keepsUp === false;
    const measure = sumOf([...this.#measure.series.whole().values()].map(wholeOf));
    const durationMs = toMs - fromMs;
    return {
      measure,
      compliance: this.#measure.compliance({ durationMs, findings: [] }),
      trend,
      trendFromSend: backlogTrend(this.#fromSend),
      throughput: (ends.length / durationMs) * 1000,
      saturated: behind ? saturatedThroughput(ends) : undefined,
      inFlight: this.#inFlight(fromMs, toMs),
      overdue: overdueOf(this.#waits),
    };
  }

  /** The area under the number of requests in flight, over time. */
  #inFlight(fromMs: number, toMs: number): number {
    const areaMs = this.#crossings.reduce(
      (sum, { sendMs, endMs }) =>
        sum + Math.max(0, Math.min(endMs, toMs) - Math.max(sendMs, fromMs)),
      0,
    );
    return areaMs / (toMs - fromMs);
  }
}

/** When there was something to read: what follows is the pace of a slow reader. */
function beganMs({ timing: { tokensMs, firstByteMs, endMs } }: Exchange): number {
  return tokensMs?.[0] ?? firstByteMs ?? endMs;
}

function kindOf({ operation }: Exchange, mode: string): string {
  return `${operation} ${mode}`;
}

/** A request of the measured time: the latency of its answer, or its wait until the end. */
export interface Wait {
  /** From the send. */
  readonly tookMs: number;
  /** Answers of one kind are expected to have similar latencies. */
  readonly kind: string;
  /** The end of the run cut it. */
  readonly isCut: boolean;
}

const PERCENT = 95;
/** Times the 95th percentile: slower answers are less than one in a hundred, if they vary by nature. */
const FACTOR = 2;

/**
 * How many requests were overdue when the end cut them: they had waited far longer than answers of
 * their kind take. The others were on their way, as some are at any end. When a kind had no
 * answer at all, every request that was cut is overdue.
 */
export function overdueOf(waits: readonly Wait[]): number {
  let overdue = 0;
  for (const ofKind of Map.groupBy(waits, ({ kind }) => kind).values()) {
    const usualMs = percentile(ofKind.flatMap(({ isCut, tookMs }) => (isCut ? [] : [tookMs])));
    overdue += ofKind.filter(({ isCut, tookMs }) => isCut && tookMs > FACTOR * usualMs).length;
  }
  return overdue;
}

function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * PERCENT) / 100) - 1] ?? 0;
}
