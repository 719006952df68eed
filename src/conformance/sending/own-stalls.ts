import type { Span, Timekeeping } from '../timekeeping.ts';

const TICK_MS = 20;
/** A later tick is a stall: timers are late by a few ms on any machine. */
const STALL_MS = 50;
/** Times in a span are not trusted when stalls fill this share of it. */
const LARGEST_SHARE = 0.1;
const STALLS_KEPT = 2000;

/** Records when the event loop of this process stalled, as on a busy machine. */
export class OwnStalls implements Timekeeping {
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #stalls: Span[] = [];
  #lastMs: number;

  /** @param now ms since the origin of the run */
  constructor(now: () => number) {
    this.#now = now;
    this.#lastMs = now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  when({ fromMs, toMs }: Span, _bytes: number, tell: (kept: boolean) => void): void {
    // A stall that still goes on has had no tick yet.
    this.#tick();
    const heldUpMs = this.#stalls.reduce(
      (sum, stall) =>
        sum + Math.max(0, Math.min(toMs, stall.toMs) - Math.max(fromMs, stall.fromMs)),
      0,
    );
    tell(heldUpMs < STALL_MS || heldUpMs < (toMs - fromMs) * LARGEST_SHARE);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const nowMs = this.#now();
    if (nowMs - this.#lastMs > TICK_MS + STALL_MS) {
      this.#stalls.push({ fromMs: this.#lastMs + TICK_MS, toMs: nowMs });
      if (this.#stalls.length > STALLS_KEPT) this.#stalls.shift();
    }
    this.#lastMs = nowMs;
  }
}
