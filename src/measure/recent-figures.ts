import { defined } from '../input/defined.ts';
import { isExecuted, isTimed } from './answer-mode.ts';
import { Histogram } from './histogram.ts';
import type { ExchangeObserver, MeasuredExchange } from './measured-exchange.ts';

/** Figures of one operation in the last seconds. */
export interface RecentFigures {
  readonly operation: string;
  /** Good answers per second. */
  readonly throughput: number;
  /** Share of the finished requests; null without any. */
  readonly errorShare: number | null;
  /** Answers with status 429. */
  readonly throttled: number;
  /** From the scheduled start, like all that follow; absent without an answer. */
  readonly ttftP50Ms?: number;
  readonly ttftP95Ms?: number;
  readonly e2eP50Ms?: number;
  readonly e2eP95Ms?: number;
}

/** All operations in one second. */
export interface RecentSecond {
  /** Good answers per second. */
  readonly throughput: number;
  /** From the scheduled start; absent when no answer was streamed. */
  readonly ttftP50Ms?: number;
}

/** Seconds of which the course is kept. */
const COURSE_SECONDS = 60;

/** The figures cover this number of seconds. */
const SECONDS = 5;

/** The figures of the last seconds, for the live view of a load run. */
export class RecentSeconds implements ExchangeObserver {
  readonly #operations = new Set<string>();
  #slices: Slice[] = [];
  #course: readonly RecentSecond[] = [];
  #current: Slice = { fromMs: 0, counts: new Map() };

  /** The last seconds that have ended, the oldest first. */
  get course(): readonly RecentSecond[] {
    return this.#course;
  }

  record({ exchange, mode, resultClass, timings }: MeasuredExchange): void {
    const counts = this.#countsOf(exchange.operation);
    if (resultClass.kind === 'throttled') counts.throttled += 1;
    else if (resultClass.kind === 'failed') counts.failed += 1;
    if (resultClass.kind !== 'good' || !isExecuted(mode)) return;
    counts.good += 1;
    if (!isTimed(mode)) return;
    counts.e2e.add(timings.e2eFromIntendedMs);
    if (timings.ttftFromIntendedMs !== undefined) counts.ttft.add(timings.ttftFromIntendedMs);
  }

  /**
   * Ends a second.
   * @returns every operation of the run, in the order of their first exchange
   */
  endSecond(atMs: number): readonly RecentFigures[] {
    this.#course = [...this.#course, courseOf(this.#current, atMs)].slice(-COURSE_SECONDS);
    this.#slices = [...this.#slices, this.#current].slice(-SECONDS);
    const durationMs = atMs - (this.#slices[0]?.fromMs ?? 0);
    const recent = [...this.#operations].map((operation) =>
      figures(operation, this.#merged(operation), durationMs),
    );
    this.#current = { fromMs: atMs, counts: new Map() };
    return recent;
  }

  #merged(operation: string): WindowCounts {
    const whole = new WindowCounts();
    for (const { counts } of this.#slices) whole.merge(counts.get(operation));
    return whole;
  }

  #countsOf(operation: string): WindowCounts {
    let counts = this.#current.counts.get(operation);
    if (counts === undefined) {
      counts = new WindowCounts();
      this.#current.counts.set(operation, counts);
      this.#operations.add(operation);
    }
    return counts;
  }
}

interface Slice {
  readonly fromMs: number;
  readonly counts: Map<string, WindowCounts>;
}

class WindowCounts {
  good = 0;
  failed = 0;
  throttled = 0;
  readonly ttft = new Histogram();
  readonly e2e = new Histogram();

  merge(other: WindowCounts | undefined): void {
    if (other === undefined) return;
    this.good += other.good;
    this.failed += other.failed;
    this.throttled += other.throttled;
    this.ttft.merge(other.ttft);
    this.e2e.merge(other.e2e);
  }
}

function courseOf({ fromMs, counts }: Slice, atMs: number): RecentSecond {
  const all = new WindowCounts();
  for (const each of counts.values()) all.merge(each);
  return defined({
    throughput: perSecond(all.good, atMs - fromMs),
    ttftP50Ms: all.ttft.percentile(50),
  });
}

function perSecond(count: number, durationMs: number): number {
  return durationMs > 0 ? (count / durationMs) * 1000 : 0;
}

function figures(operation: string, counts: WindowCounts, durationMs: number): RecentFigures {
  const { good, failed, throttled, ttft, e2e } = counts;
  return defined({
    operation,
    throughput: perSecond(good, durationMs),
    errorShare: good + failed === 0 ? null : failed / (good + failed),
    throttled,
    ttftP50Ms: ttft.percentile(50),
    ttftP95Ms: ttft.percentile(95),
    e2eP50Ms: e2e.percentile(50),
    e2eP95Ms: e2e.percentile(95),
  });
}
