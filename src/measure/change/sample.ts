import { Histogram } from '../histogram.ts';
import type { AddedTimes } from '../overhead/added-times.ts';
import type { ResultClass } from '../result-class.ts';
import type { Timings } from '../timings.ts';

/** What a gateway adds: measured where Assay is its provider too. */
export const ADDED_METRICS = ['addedTtft', 'addedE2e', 'forward', 'relay'] as const;
export const SAMPLED_METRICS = ['ttft', 'itl', 'tpot', 'e2e', ...ADDED_METRICS] as const;
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
  readonly addedTtft = new Histogram();
  readonly addedE2e = new Histogram();
  readonly forward = new Histogram();
  readonly relay = new Histogram();

  /** @param timings absent where they are not the gateway's, see `isTimed` */
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

  /** What the gateway added to one good answer. */
  addRelay({ ttftMs, e2eMs, forwardMs, tokens }: AddedTimes): void {
    this.addedE2e.add(e2eMs);
    if (ttftMs !== undefined) this.addedTtft.add(ttftMs);
    if (forwardMs !== undefined) this.forward.add(forwardMs);
    for (const ms of tokens?.relayMs ?? []) this.relay.add(ms);
  }

  merge(other: Sample): void {
    for (const name of SAMPLED_COUNTS) this[name] += other[name];
    for (const metric of SAMPLED_METRICS) this[metric].merge(other[metric]);
  }
}
