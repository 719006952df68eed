import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { validateScenario } from '../../load/scenarios/validate-scenario.ts';
import { firstStepMs } from '../../measure/capacity/find-capacity.ts';
import type { SizingOptions } from '../../measure/capacity/sizing.ts';
import type { CapacitySearch } from '../../measure/capacity/step-request.ts';
import { formatArrivalRate, formatDuration } from '../../report/phrases/number-format.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { overridesOf } from '../options/overrides.ts';
import type { ReadingOptions } from '../options/run-options.ts';
import { targetOf } from '../target/open-target.ts';
import { stdout } from '../terminal/output.ts';

/** Settings of a search for the knee, and of the plan. */
export interface CapacityOrder {
  readonly search: CapacitySearch;
  /** Absent without `--plan-for`. */
  readonly plan?: SizingOptions;
}

/** Rates are per second, times in ms. */
interface SearchOptions {
  readonly startRate: number;
  readonly maxRate: number;
  readonly stepDuration: number;
  readonly timeLimit: number;
  readonly inFlight: number;
  readonly arrivals: CapacitySearch['arrivals'];
  readonly atLeast?: number;
  readonly planFor?: number;
  readonly headroom?: number;
}

const DEFAULT_HEADROOM = 0.3;

/**
 * The search that the options describe.
 * @throws UsageError when they contradict each other
 */
export function capacityOrder(options: SearchOptions): CapacityOrder {
  const { startRate: from, maxRate: to, atLeast, planFor, headroom } = options;
  if (from > to) {
    throw new UsageError(`--start-rate is above --max-rate: ${from}/s and ${to}/s. Swap them.`);
  }
  if (atLeast !== undefined && atLeast > to) {
    throw new UsageError(
      `--at-least is above --max-rate: ${atLeast}/s and ${to}/s. Raise --max-rate.`,
    );
  }
  const search = {
    from,
    to,
    ...defined({ atLeast }),
    stepMs: options.stepDuration,
    timeLimitMs: options.timeLimit,
    inFlight: options.inFlight,
    arrivals: options.arrivals,
  };
  if (firstStepMs(search) > search.timeLimitMs) {
    throw new UsageError(
      `--time-limit is too short: ${search.timeLimitMs / 1000} s, but the first step at ${from}/s takes ${firstStepMs(search) / 1000} s. Raise --time-limit or lower --step-duration.`,
    );
  }
  return {
    search,
    ...(planFor !== undefined && {
      plan: { arrivalRate: planFor, headroom: headroom ?? DEFAULT_HEADROOM },
    }),
  };
}

/** Prints how the search would go, and sends nothing. */
export async function dryRunOfSearch(
  options: ReadingOptions,
  { search }: CapacityOrder,
): Promise<number> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const target = targetOf(configuration);
  await validateScenario(configuration.workload.scenario);
  const { from, to, timeLimitMs } = search;
  stdout().write(
    `Dry run for ${target}: nothing is sent. The search would start at ${formatArrivalRate(from)}, double the rate until one is not sustained, up to ${formatArrivalRate(to)}, then search between the last two rates. It would stop after ${formatDuration(timeLimitMs)}.\n`,
  );
  return EXIT.holds;
}
