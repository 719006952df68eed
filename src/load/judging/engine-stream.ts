import type { Exchange } from '../../exchange/exchange.ts';
import type { ArrivalTotals } from '../../measure/generator-health.ts';
import type { End, Health } from '../tap/tap-frame.ts';

/** What one engine sends: its times are shifted to the clock of the run, its losses are counted. */
export class EngineStream {
  readonly seconds: Health[] = [];
  #end: End | undefined;
  #received = 0;
  /** From the origin of the run to that of this engine. */
  #shiftMs = 0;

  /** @param shiftMs from the origin of the run to that of this engine */
  begin(shiftMs: number): void {
    this.#shiftMs = shiftMs;
  }

  /** @returns the exchange by the clock of the run */
  exchange(exchange: Exchange): Exchange {
    this.#received += 1;
    return this.#shiftMs === 0 ? exchange : later(exchange, this.#shiftMs);
  }

  /** @returns the second by the clock of the run */
  health(health: Health): Health {
    const second = { ...health, atMs: health.atMs + this.#shiftMs };
    this.seconds.push(second);
    return second;
  }

  end(end: End): void {
    this.#end = { ...end, endMs: end.endMs + this.#shiftMs };
  }

  /** All that the engine sent, lost ones included; those received, when it sent no totals. */
  get exchanges(): number {
    return this.#end?.exchanges ?? this.#received;
  }

  get losses(): { readonly bodies: number; readonly timings: number } {
    if (this.#end === undefined) return { bodies: 0, timings: 0 };
    return {
      bodies: this.#end.droppedBodies,
      timings: this.#end.exchanges - this.#received,
    };
  }

  /** Those of the last second, when the engine sent no totals. */
  get arrivals(): ArrivalTotals {
    const { scheduled = 0, started = 0 } = this.seconds.at(-1) ?? {};
    return this.#end ?? { scheduled, started, notStarted: 0, interrupted: 0 };
  }

  /** The load ended early because this process read nothing for too long. */
  get isUnread(): boolean {
    return this.#end?.unread === true;
  }

  get endMs(): number {
    return this.#end?.endMs ?? this.seconds.at(-1)?.atMs ?? 0;
  }
}

function later(exchange: Exchange, shiftMs: number): Exchange {
  const { timing } = exchange;
  return {
    ...exchange,
    timing: {
      ...timing,
      intendedMs: timing.intendedMs + shiftMs,
      sendMs: timing.sendMs + shiftMs,
      endMs: timing.endMs + shiftMs,
      ...(timing.firstByteMs !== undefined && { firstByteMs: timing.firstByteMs + shiftMs }),
      ...(timing.tokensMs && { tokensMs: timing.tokensMs.map((ms) => ms + shiftMs) }),
    },
  };
}
