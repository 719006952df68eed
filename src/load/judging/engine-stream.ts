import type { Exchange } from '../../exchange/exchange.ts';
import type { ArrivalTotals } from '../../measure/generator-health.ts';
import type { End, Health, Opened } from '../tap/tap-frame.ts';

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

  get connections(): readonly Opened[] {
    return this.#end?.connections ?? [];
  }

  get endMs(): number {
    return this.#end?.endMs ?? this.seconds.at(-1)?.atMs ?? 0;
  }
}

/** Counts over all engines of a run. */
export function totalsOf(streams: readonly EngineStream[]) {
  const sum = (of: (stream: EngineStream) => number) =>
    streams.reduce((total, stream) => total + of(stream), 0);
  const arrivals: ArrivalTotals = {
    scheduled: sum((each) => each.arrivals.scheduled),
    started: sum((each) => each.arrivals.started),
    notStarted: sum((each) => each.arrivals.notStarted),
    interrupted: sum((each) => each.arrivals.interrupted),
  };
  return {
    exchanges: sum((each) => each.exchanges),
    dropped: {
      bodies: sum(({ losses }) => losses.bodies),
      timings: sum(({ losses }) => losses.timings),
    },
    arrivals,
    endMs: Math.max(0, ...streams.map(({ endMs }) => endMs)),
    connections: byAddress(streams.flatMap(({ connections }) => connections)),
    isUnread: streams.some((each) => each.isUnread),
  };
}

function byAddress(all: readonly Opened[]): readonly Opened[] {
  return [...Map.groupBy(all, ({ address }) => address)].map(([address, same]) => ({
    address,
    opened: same.reduce((sum, { opened }) => sum + opened, 0),
    failed: same.reduce((sum, { failed }) => sum + failed, 0),
    ...(same.some(({ mostStreams }) => mostStreams !== undefined) && {
      mostStreams: Math.max(...same.map(({ mostStreams = 0 }) => mostStreams)),
    }),
  }));
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
      ...(timing.lastArgumentMs !== undefined && {
        lastArgumentMs: timing.lastArgumentMs + shiftMs,
      }),
    },
  };
}

/**
 * The seconds of several engines as those of one: counts add, and lateness and shares are those of
 * the worst engine. An engine without a sample for a second counts with its last one.
 */
export function mergeSeconds(engines: readonly (readonly Health[])[]): readonly Health[] {
  const [only, ...others] = engines;
  if (only === undefined || others.length === 0) return only ?? [];
  const bySecond = engines.map(
    (seconds) => new Map(seconds.map((health) => [Math.round(health.atMs / 1000), health])),
  );
  const all = [...new Set(bySecond.flatMap((seconds) => [...seconds.keys()]))];
  const standing = new Map<number, Health>();
  return all
    .toSorted((a, b) => a - b)
    .map((second) => {
      const present = bySecond.flatMap((seconds, engine) => {
        const health = seconds.get(second);
        if (health !== undefined) standing.set(engine, health);
        return health ?? [];
      });
      return merged([...standing.values()], present);
    });
}

/** @param present the samples of this second; never empty */
function merged(standing: readonly Health[], present: readonly Health[]): Health {
  const sum = (name: keyof Health): number =>
    standing.reduce((total, health) => total + health[name], 0);
  const worst = (name: keyof Health): number =>
    present.reduce((most, health) => Math.max(most, health[name]), 0);
  return {
    atMs: worst('atMs'),
    scheduled: sum('scheduled'),
    started: sum('started'),
    completed: sum('completed'),
    inFlight: sum('inFlight'),
    latenessP99Ms: worst('latenessP99Ms'),
    latenessMaxMs: worst('latenessMaxMs'),
    schedulerLatencyP99Ms: worst('schedulerLatencyP99Ms'),
    tickerLatenessMaxMs: worst('tickerLatenessMaxMs'),
    gcShare: worst('gcShare'),
    cpuShare: worst('cpuShare'),
    queuedBytes: sum('queuedBytes'),
  };
}
