import { Histogram, middleMs } from '../histogram.ts';
import type { ResultClass } from '../result-class.ts';
import type { Timings } from '../timings.ts';

/** Each bin of a heat map is this much wider than the one below. */
export const BIN_RATIO = 1.25;
/** Durations below this, in ms, count as this. */
const LEAST_MS = 0.01;

/** What ended within some time. Merges by addition. */
export class Slice {
  completed = 0;
  good = 0;
  failed = 0;
  throttled = 0;
  /** Good answers, in ms from the scheduled start. */
  readonly e2e = new Histogram();
  readonly ttft = new Histogram();

  add({ kind }: ResultClass, { e2eFromIntendedMs, ttftFromIntendedMs }: Timings): void {
    this.completed += 1;
    if (kind === 'failed') this.failed += 1;
    if (kind === 'throttled') this.throttled += 1;
    if (kind !== 'good') return;
    this.good += 1;
    this.e2e.add(e2eFromIntendedMs);
    if (ttftFromIntendedMs !== undefined) this.ttft.add(ttftFromIntendedMs);
  }

  merge(other: Slice): void {
    this.completed += other.completed;
    this.good += other.good;
    this.failed += other.failed;
    this.throttled += other.throttled;
    this.e2e.merge(other.e2e);
    this.ttft.merge(other.ttft);
  }

  /** Good answers by the bin of their request latency: bin b begins at BIN_RATIO ** b ms. */
  bins(): ReadonlyMap<number, number> {
    const bins = new Map<number, number>();
    for (const [bucket, count] of this.e2e.buckets()) {
      const ms = Math.max(middleMs(bucket), LEAST_MS);
      const bin = Math.floor(Math.log(ms) / Math.log(BIN_RATIO));
      bins.set(bin, (bins.get(bin) ?? 0) + count);
    }
    return bins;
  }
}

export function sumOf(slices: Iterable<Slice>): Slice {
  const whole = new Slice();
  for (const slice of slices) whole.merge(slice);
  return whole;
}
