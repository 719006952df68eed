import { defined } from '../input/defined.ts';
import type { LoadSeries } from './load-series.ts';
import { sumOf } from './sample.ts';

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
  /** Those answers had them. */
  readonly tokens: number;
  /** Requests without an answer at its end. */
  readonly inFlight: number;
  /** From the scheduled start; absent when no answer was streamed. */
  readonly ttftP50Ms?: number;
}

/** The figures cover this number of seconds. */
const SECONDS = 5;

/** The last seconds that ended before `endS`; every operation of the run, in the order of their first exchange. */
export function recentFigures(series: LoadSeries, endS: number): readonly RecentFigures[] {
  const fromS = Math.max(0, endS - SECONDS);
  const seconds = endS - fromS;
  return [...series.between(fromS, endS)].map(
    ([operation, { good, failed, throttled, ttft, e2e }]) =>
      defined({
        operation,
        throughput: seconds > 0 ? good / seconds : 0,
        errorShare: good + failed === 0 ? null : failed / (good + failed),
        throttled,
        ttftP50Ms: ttft.percentile(50),
        ttftP95Ms: ttft.percentile(95),
        e2eP50Ms: e2e.percentile(50),
        e2eP95Ms: e2e.percentile(95),
      }),
  );
}

/** The second that ended at `endS`. */
export function recentSecond(series: LoadSeries, endS: number, inFlight: number): RecentSecond {
  const { good, tokens, ttft } = sumOf(series.between(endS - 1, endS).values());
  return defined({ throughput: good, tokens, inFlight, ttftP50Ms: ttft.percentile(50) });
}
