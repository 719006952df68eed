import { settings } from './gateway.ts';
import type { LoadSettings } from './settings.ts';

const { load } = settings;

/** The workload as k6 takes it, by the engine's own executor. */
export const options = {
  userAgent: 'assay',
  // The addresses of a name take turns.
  dns: { select: 'roundRobin' },
  ...(settings.about === undefined
    ? {}
    : { ext: { assay: settings.about, assayAccess: settings.access } }),
  scenarios: {
    [settings.scenario]: {
      executor: 'arrivals',
      process: load.arrivals,
      ...arrivalOptions(load),
      duration: `${load.durationMs}ms`,
      gracefulStop: `${load.gracefulStopMs}ms`,
      vus: load.inFlight,
      seed: settings.seed,
    },
  },
};

function arrivalOptions(plan: LoadSettings): object {
  const { arrivals, arrivalsPerSecond, rates, stages, bursts, closed, trace } = plan;
  if (bursts !== undefined) return { burstSize: bursts.size, burstEveryMs: bursts.everyMs };
  if (closed !== undefined) return { thinkMs: closed.thinkMs };
  if (trace !== undefined) return { trace: trace.file, speed: trace.speed };
  if (stages !== undefined) return { stages: stages.map(stageOption) };
  // The sum of Poisson processes is one with the sum of their rates; each arrival then draws its
  // process.
  if (rates !== undefined && arrivals === 'constant') return { rates };
  return { rate: arrivalsPerSecond };
}

function stageOption({ durationMs, from, to }: NonNullable<LoadSettings['stages']>[number]) {
  return { seconds: durationMs / 1000, from, to };
}
