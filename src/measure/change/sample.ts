import { Histogram } from '../histogram.ts';
import type { ResultClass } from '../result-class.ts';
import type { Timings } from '../timings.ts';

export const SAMPLED_METRICS = ['ttft', 'itl', 'tpot', 'e2e'] as const;
export type SampledMetric = (typeof SAMPLED_METRICS)[number];

export const SAMPLED_COUNTS = ['good', 'failed', 'throttled', 'withinSlo'] as const;

/**
 * What one stretch of a load measured of one operation and mode. Latencies are of good answers,
 * in ms; TTFT and request latency run from the scheduled start, as objectives do.
 */
export class Sample {
  good = 0;
  failed = 0;
  throttled = 0;
  /** Good, and within every objective of the SLO. */
  withinSlo = 0;
  readonly ttft = new Histogram();
  readonly itl = new Histogram();
  readonly tpot = new Histogram();
  readonly e2e = new Histogram();

  /** @param timings absent for a slow reader, whose times are not the gateway's */
  add({ kind }: ResultClass, timings: Timings | undefined, withinSlo: boolean): void {
    if (kind === 'failed') this.failed += 1;
    if (kind === 'throttled') this.throttled += 1;
    if (kind !== 'good') return;
    this.good += 1;
    if (withinSlo) this.withinSlo += 1;
    if (timings === undefined) return;
    this.e2e.add(timings.e2eFromIntendedMs);
    if (timings.ttftFromIntendedMs !== undefined) this.ttft.add(timings.ttftFromIntendedMs);
    if (timings.tpotMs !== undefined) this.tpot.add(timings.tpotMs);
    for (const gapMs of timings.itlMs) this.itl.add(gapMs);
  }

  merge(other: Sample): void {
    for (const name of SAMPLED_COUNTS) this[name] += other[name];
    for (const metric of SAMPLED_METRICS) this[metric].merge(other[metric]);
  }
}
