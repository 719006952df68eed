import { isOperation, OPERATION_NAMES, type Operation } from '../contract/operations.ts';
import { parseDuration } from '../quantity/duration.ts';
import { didYouMean } from '../words/nearest-name.ts';
import { UsageError } from '../words/usage-error.ts';

/** One bound of an SLO, such as `chat ttft p95 < 800ms` or `all errors <= 1%`. */
export type Objective = LatencyObjective | ErrorObjective;

interface LatencyObjective {
  readonly kind: 'latency';
  /** As written. */
  readonly text: string;
  readonly operation: Operation | 'all';
  /** TTFT and end-to-end run from the intended start. */
  readonly metric: LatencyMetric;
  /** 100 is the maximum. */
  readonly percent: number;
  readonly boundMs: number;
}

interface ErrorObjective {
  readonly kind: 'errors';
  readonly text: string;
  readonly operation: Operation | 'all';
  /** 0.01 for 1 %. */
  readonly boundShare: number;
}

const LATENCY_METRICS = ['ttft', 'itl', 'tpot', 'e2e'] as const;
export type LatencyMetric = (typeof LATENCY_METRICS)[number];

const OBJECTIVE = /^(\S+)\s+(\S+)(?:\s+(p\d{1,2}(?:\.\d+)?|max))?\s*(<=?)\s*(\S+)$/;
const EXAMPLES = 'such as "chat ttft p95 < 800ms" or "all errors <= 1%"';

/** @throws UsageError that says which word is wrong */
export function parseObjective(text: string): Objective {
  const match = OBJECTIVE.exec(text.trim());
  const [, operation = '', metric = '', statistic, , bound = ''] = match ?? [];
  if (match === null)
    throw new UsageError(`Objective is not understood: "${text}". Write it ${EXAMPLES}.`);
  if (operation !== 'all' && !isOperation(operation)) {
    const known = [...OPERATION_NAMES, 'all'];
    throw new UsageError(
      `Objective names an unknown operation: ${operation}.${didYouMean(operation, known)}`,
    );
  }
  if (metric === 'errors') {
    return { kind: 'errors', text, operation, boundShare: parseShare(bound, text) };
  }
  if (!isLatencyMetric(metric)) {
    const known = [...LATENCY_METRICS, 'errors'];
    throw new UsageError(
      `Objective names an unknown metric: ${metric}.${didYouMean(metric, known)}`,
    );
  }
  if (statistic === undefined) {
    throw new UsageError(`Objective needs a percentile or max: "${text}". Write it ${EXAMPLES}.`);
  }
  const percent = statistic === 'max' ? 100 : Number(statistic.slice(1));
  const boundMs = parseDuration(`Objective "${text}"`, bound);
  return { kind: 'latency', text, operation, metric, percent, boundMs };
}

function isLatencyMetric(text: string): text is LatencyMetric {
  return LATENCY_METRICS.some((metric) => metric === text);
}

function parseShare(bound: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)%$/.exec(bound);
  if (match === null) {
    throw new UsageError(`Objective needs a share such as 1%: "${text}".`);
  }
  return Number(match[1]) / 100;
}
