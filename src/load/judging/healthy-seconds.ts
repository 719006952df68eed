import type { Span, Timekeeping } from '../../conformance/timekeeping.ts';
import { type HealthSample, isUnhealthy } from '../../measure/generator-health.ts';

/** Findings that wait for the health of their seconds, at most, and the bodies that they hold. */
const MOST_WAITING = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

interface Waiting {
  readonly span: Span;
  readonly bytes: number;
  readonly tell: (kept: boolean) => void;
}

/**
 * Lets a finding that measures time count only when the load generator was healthy in every second
 * of it. Each engine says once a second how it was: until then the finding waits.
 */
export class HealthySeconds implements Timekeeping {
  /** By engine: up to when it has said how it was. */
  readonly #knownMs: number[];
  /** Spans in which an engine could not keep up, in the order told. */
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
    if (this.#waiting.length > MOST_WAITING || this.#bytes > MOST_BYTES) this.#giveUpOldest();
  }

  /** How one engine was from its last word up to now. */
  onHealth(engine: number, sample: HealthSample): void {
    const fromMs = this.#knownMs[engine] ?? 0;
    if (isUnhealthy(sample)) this.#unhealthy.push({ fromMs, toMs: sample.atMs });
    this.#knownMs[engine] = sample.atMs;
    this.#settle(this.#knownToMs);
  }

  /** No engine says any more: what ended after its last word is taken as that was. Call once. */
  finish(): void {
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
