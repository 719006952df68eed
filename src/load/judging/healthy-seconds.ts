import type { Span, Timekeeping } from '../../conformance/timekeeping.ts';
import { LIMITS } from '../../input/limits.ts';
import { type HealthSample, isUnhealthy } from '../../measure/generator-health.ts';
import { type EndOfRun, type Postponement, Waiting } from './waiting.ts';

/** Limit of the findings that wait for the health of their seconds. */
const MOST_WAITING = 10_000;

interface Untold {
  readonly span: Span;
  readonly tell: (kept: boolean) => void;
}

/**
 * Counts a finding that measures time only when the load generator was healthy in every second of
 * it. Each engine reports its health once a second: until then the finding waits.
 */
export class HealthySeconds implements Timekeeping, Postponement {
  /** By engine: the time of its last report. */
  readonly #knownMs: number[];
  /** Spans in which an engine could not keep up, in the order reported. */
  readonly #unhealthy: Span[] = [];
  readonly #waiting = new Waiting<Untold>(
    { bytes: LIMITS.timedBodies.value, items: MOST_WAITING },
    ({ tell }) => tell(false),
  );

  constructor(engines: number) {
    this.#knownMs = Array.from({ length: engines }, () => 0);
  }

  when(span: Span, bytes: number, tell: (kept: boolean) => void): void {
    if (span.toMs <= this.#knownToMs) tell(this.#isKept(span));
    else this.#waiting.add({ span, tell }, bytes);
  }

  /** Takes the health of one engine since its last report. */
  onHealth(engine: number, sample: HealthSample): void {
    const fromMs = this.#knownMs[engine] ?? 0;
    if (isUnhealthy(sample)) this.#unhealthy.push({ fromMs, toMs: sample.atMs });
    this.#knownMs[engine] = sample.atMs;
    this.#settle(this.#knownToMs);
  }

  /** Later spans count as the last report did, unless frames are missing: their health is then unknown. */
  end({ isWhole }: Pick<EndOfRun, 'isWhole'>): void {
    if (!isWhole) for (const { tell } of this.#waiting.take()) tell(false);
    this.#settle(Number.POSITIVE_INFINITY);
  }

  get #knownToMs(): number {
    return Math.min(...this.#knownMs);
  }

  #settle(toMs: number): void {
    for (const { span, tell } of this.#waiting.take((each) => each.span.toMs <= toMs)) {
      tell(this.#isKept(span));
    }
  }

  #isKept({ fromMs, toMs }: Span): boolean {
    return !this.#unhealthy.some((second) => second.fromMs < toMs && second.toMs > fromMs);
  }
}
