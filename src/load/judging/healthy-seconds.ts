import type { Span, Timekeeping } from '../../conformance/timekeeping.ts';
import { LIMITS } from '../../input/limits.ts';
import { type HealthSample, isUnhealthy } from '../../measure/generator-health.ts';

/** Limit of the findings that wait for the health of their seconds. */
const MOST_WAITING = 10_000;

interface Waiting {
  readonly span: Span;
  readonly bytes: number;
  readonly tell: (kept: boolean) => void;
}

/**
 * Counts a finding that measures time only when the load generator was healthy in every second of
 * it. Each engine reports its health once a second: until then the finding waits.
 */
export class HealthySeconds implements Timekeeping {
  /** By engine: the time of its last report. */
  readonly #knownMs: number[];
  /** Spans in which an engine could not keep up, in the order reported. */
  readonly #unhealthy: Span[] = [];
  #waiting: Waiting[] = [];
  #bytes = 0;

  constructor(engines: number) {
    this.#knownMs = Array.from({ length: engines }, () => 0);
  }

  when(span: Span, bytes: number, tell: (kept: boolean) => void): void {
    if (span.toMs <= this.#knownToMs) {
      tell(this.#isKept(span));
      return;
    }
    this.#waiting.push({ span, bytes, tell });
    this.#bytes += bytes;
    if (this.#waiting.length > MOST_WAITING || this.#bytes > LIMITS.timedBodies.value)
      this.#giveUpOldest();
  }

  /** Takes the health of one engine since its last report. */
  onHealth(engine: number, sample: HealthSample): void {
    const fromMs = this.#knownMs[engine] ?? 0;
    if (isUnhealthy(sample)) this.#unhealthy.push({ fromMs, toMs: sample.atMs });
    this.#knownMs[engine] = sample.atMs;
    this.#settle(this.#knownToMs);
  }

  /**
   * No more reports follow. Call once.
   * @param isWhole later spans count as the last report did; otherwise their health is unknown, and
   *   their findings are not kept
   */
  finish(isWhole: boolean): void {
    if (!isWhole) while (this.#waiting.length > 0) this.#giveUpOldest();
    this.#settle(Number.POSITIVE_INFINITY);
  }

  get #knownToMs(): number {
    return Math.min(...this.#knownMs);
  }

  #settle(toMs: number): void {
    if (this.#waiting.length === 0) return;
    const settled = this.#waiting.filter(({ span }) => span.toMs <= toMs);
    this.#waiting = this.#waiting.filter(({ span }) => span.toMs > toMs);
    for (const { span, bytes, tell } of settled) {
      this.#bytes -= bytes;
      tell(this.#isKept(span));
    }
  }

  #isKept({ fromMs, toMs }: Span): boolean {
    return !this.#unhealthy.some((second) => second.fromMs < toMs && second.toMs > fromMs);
  }

  #giveUpOldest(): void {
    const oldest = this.#waiting.shift();
    if (oldest === undefined) return;
    this.#bytes -= oldest.bytes;
    oldest.tell(false);
  }
}
