import type { Exchange } from '../../exchange/exchange.ts';
import type { ArrivalTotals } from '../../measure/generator-health.ts';
import type { FrameObserver } from '../tap/frame-observer.ts';
import type { End, GroupEnd, Health, Hello } from '../tap/tap-frame.ts';
import type { Groups } from './groups.ts';

/** What the engines of a run share: where exchanges go, and the origin of all times. */
export interface ShareHome {
  /** Wall clock at the origin of the run; the first engine that says hello sets it. */
  originUnixMs: number | undefined;
  /** Measures and judges an exchange, and returns it as the run numbers it. */
  take(exchange: Exchange): Exchange;
  second(stream: EngineStream): void;
}

/** What one engine of a run brings. Its groups are its own: whole groups lie within one engine. */
export class EngineStream implements FrameObserver {
  readonly seconds: Health[] = [];
  readonly #home: ShareHome;
  readonly #groups: Groups;
  #end: End | undefined;
  #received = 0;
  /** From the origin of the run to that of this engine. */
  #shiftMs = 0;

  constructor(home: ShareHome, groups: Groups) {
    this.#home = home;
    this.#groups = groups;
  }

  hello({ originUnixMs }: Hello): void {
    this.#home.originUnixMs ??= originUnixMs;
    this.#shiftMs = Math.max(0, originUnixMs - this.#home.originUnixMs);
  }

  exchange(exchange: Exchange): void {
    this.#received += 1;
    const aligned = this.#shiftMs === 0 ? exchange : later(exchange, this.#shiftMs);
    this.#groups.add(this.#home.take(aligned));
  }

  groupEnd(groupEnd: GroupEnd): void {
    this.#groups.end(groupEnd);
  }

  health(health: Health): void {
    this.seconds.push({ ...health, atMs: health.atMs + this.#shiftMs });
    this.#home.second(this);
  }

  end(end: End): void {
    this.#end = { ...end, endMs: end.endMs + this.#shiftMs };
  }

  /** Counts the groups that never ended. Call once, after the last frame. */
  finish(): void {
    this.#groups.finish();
  }

  get groups(): { readonly judged: number; readonly notJudged: number } {
    return this.#groups.counts();
  }

  /** All that the engine sent, also what was lost on the way; what came, when it never said. */
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

  /** As of the last second that the engine told of, when it never said how it ended. */
  get arrivals(): ArrivalTotals {
    const { scheduled = 0, started = 0 } = this.seconds.at(-1) ?? {};
    return this.#end ?? { scheduled, started, notStarted: 0, interrupted: 0 };
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
