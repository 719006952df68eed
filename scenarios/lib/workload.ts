import { settings } from './gateway.ts';

const { arrivalsPerSecond, arrivals, durationMs, gracefulStopMs, inFlight } = settings.load;

/** The workload as k6 takes it: an open model, by the engine's own executor. */
export const options = {
  userAgent: 'assay',
  scenarios: {
    [settings.scenario]: {
      executor: 'arrivals',
      rate: arrivalsPerSecond,
      process: arrivals,
      duration: `${durationMs}ms`,
      gracefulStop: `${gracefulStopMs}ms`,
      vus: inFlight,
      seed: settings.seed,
    },
  },
};
