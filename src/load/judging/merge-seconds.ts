import type { Health } from '../tap/tap-frame.ts';

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
