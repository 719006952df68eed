import { didYouMean } from '../../input/did-you-mean.ts';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import {
  OVERHEAD_METRICS,
  OVERHEAD_MODES,
  OVERHEAD_PERCENTS,
  type OverheadFigure,
  type OverheadMetric,
  type OverheadMode,
} from './overhead-figures.ts';

/** A limit for what the gateway adds, such as `overhead ttft p99 < 5ms`. */
export interface OverheadObjective {
  /** As written. */
  readonly text: string;
  /** Each mode that has the metric must meet it when absent. */
  readonly mode?: OverheadMode;
  readonly metric: OverheadMetric;
  readonly percent: number;
  readonly limitMs: number;
}

/** The result of an objective. */
export interface JudgedOverhead {
  readonly objective: OverheadObjective;
  /** Null when the interval contains the limit, or nothing was measured. */
  readonly met: boolean | null;
  /** That of the mode with the highest overhead; null when nothing was measured. */
  readonly measuredMs: number | null;
  readonly reason?: string;
}

const EXAMPLE = 'Write it such as "overhead ttft p99 < 5ms" or "overhead body e2e p50 < 1ms".';
const FORM =
  /^overhead\s+(?:(?<mode>[a-z]+)\s+)?(?<metric>[a-z0-9]+)\s+p(?<percent>\d+)\s*<=?\s*(?<limit>\S+)$/;

/** @throws UsageError that says what is wrong */
export function parseOverheadObjective(text: string): OverheadObjective {
  const { mode, metric = '', percent, limit = '' } = FORM.exec(text.trim())?.groups ?? {};
  if (percent === undefined) {
    throw new UsageError(`Objective is not understood: ${JSON.stringify(text)}. ${EXAMPLE}`);
  }
  const knownMetric = OVERHEAD_METRICS.find((each) => each === metric);
  const knownMode = OVERHEAD_MODES.find((each) => each === mode);
  if (knownMetric === undefined) {
    throw new UsageError(
      `Objective names an unknown metric: ${metric}.${didYouMean(metric, OVERHEAD_METRICS)} ${EXAMPLE}`,
    );
  }
  if (mode !== undefined && knownMode === undefined) {
    throw new UsageError(
      `Objective names an unknown mode: ${mode}.${didYouMean(mode, OVERHEAD_MODES)} ${EXAMPLE}`,
    );
  }
  if (knownMode === 'body' && (knownMetric === 'ttft' || knownMetric === 'relay')) {
    throw new UsageError(
      `Objective can never be measured: ${text}. A body has no tokens. Use stream, or e2e.`,
    );
  }
  if (!OVERHEAD_PERCENTS.some((each) => each === Number(percent))) {
    throw new UsageError(
      `Objective needs one of ${OVERHEAD_PERCENTS.map((each) => `p${each}`).join(', ')}: ${JSON.stringify(text)}. ${EXAMPLE}`,
    );
  }
  return {
    text,
    ...(knownMode && { mode: knownMode }),
    metric: knownMetric,
    percent: Number(percent),
    limitMs: parseDuration(`Objective ${JSON.stringify(text)}`, limit),
  };
}

/** Met where the whole interval lies below the limit, missed where it lies above. */
export function judgeOverhead(
  objective: OverheadObjective,
  figures: readonly OverheadFigure[],
): JudgedOverhead {
  const { mode, metric, percent, limitMs } = objective;
  const found = figures
    .filter((figure) => figure.metric === metric && figure.percent === percent)
    .filter((figure) => mode === undefined || figure.mode === mode);
  const worst = found.toSorted((one, other) => other.overheadMs - one.overheadMs)[0];
  if (worst === undefined) {
    const reason = 'too few requests for this percentile: raise --duration';
    return { objective, met: null, measuredMs: null, reason };
  }
  const measuredMs = worst.overheadMs;
  const intervals = found.map(({ interval }) => interval);
  if (intervals.some((interval) => interval !== undefined && interval.low >= limitMs)) {
    return { objective, met: false, measuredMs };
  }
  if (intervals.every((interval) => interval !== undefined && interval.high < limitMs)) {
    return { objective, met: true, measuredMs };
  }
  const reason = intervals.includes(undefined)
    ? 'too few blocks for an interval: raise --blocks'
    : 'the limit lies within the interval of the overhead';
  return { objective, met: null, measuredMs, reason };
}
