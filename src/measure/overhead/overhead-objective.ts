import { didYouMean } from '../../input/did-you-mean.ts';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';

export const OVERHEAD_MODES = ['body', 'stream'] as const;
export type OverheadMode = (typeof OVERHEAD_MODES)[number];
export const OVERHEAD_PERCENTS = [50, 90, 99] as const;
/** The durations of a chat that an objective can limit. */
const METRICS = ['ttft', 'e2e', 'forward', 'relay'] as const;

/** A limit for what the gateway adds, such as `overhead ttft p99 < 5ms`. */
export interface OverheadObjective {
  /** As written. */
  readonly text: string;
  /** Each mode that has the metric must meet it when absent. */
  readonly mode?: OverheadMode;
  readonly metric: (typeof METRICS)[number];
  readonly percent: number;
  readonly limitMs: number;
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
  const knownMetric = METRICS.find((each) => each === metric);
  const knownMode = OVERHEAD_MODES.find((each) => each === mode);
  if (knownMetric === undefined) {
    throw new UsageError(
      `Objective names an unknown metric: ${metric}.${didYouMean(metric, METRICS)} ${EXAMPLE}`,
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
