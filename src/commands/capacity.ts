import { Command } from 'commander';
import { validateScenario } from '../load/scenarios/validate-scenario.ts';
import { formatArrivalRate, formatDuration } from '../report/phrases/number-format.ts';
import { readConfiguration } from './configuration/configuration.ts';
import {
  type CapacityOptions,
  capacityOrder,
  scenarioOf,
  withCapacityOptions,
} from './options/capacity-options.ts';
import { exampleText } from './options/example-text.ts';
import { EXIT } from './options/exit-codes.ts';
import {
  type BaselineOptions,
  type LoadOptions,
  overridesOf,
  type RunOptions,
  withBaselineOptions,
  withRunOptions,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';
import { stdout } from './terminal/output.ts';

export const capacity = withCapacityOptions(
  withBaselineOptions(
    withRunOptions(
      new Command('capacity')
        .summary('find the highest arrival rate that the gateway holds')
        .description(
          'Finds the knee: the highest arrival rate at which the gateway keeps up and meets every objective of the SLO. A ramp, then a search with repeats, until the knee is known to 2 % or the time is over. Every answer is judged as under load. To try it on a gateway of a known capacity, start one with `assay serve --slots`: the embedded one has no bound.',
        ),
    ),
  ),
)
  .addHelpText(
    'after',
    exampleText([
      'assay capacity --target http://127.0.0.1:8080/v1 --operation chat',
      'assay capacity --slo "chat e2e p95 < 800ms" --arrivals poisson --time-limit 15m',
      'assay capacity --operation images --at-least 3/s --plan-for 50/s --headroom 40%',
      'assay serve --port 8080 --slots 8 --service-time 200ms   # in another terminal: bears 40/s',
      'assay capacity --target http://127.0.0.1:8080 --operation chat',
    ]),
  )
  .action(async (options: CapacityOptions) => {
    process.exitCode = await searchCapacity(options);
  });

async function searchCapacity(options: CapacityOptions): Promise<number> {
  const order = capacityOrder(options);
  if (options.dryRun) {
    const { workload } = await readConfiguration(options.config, overridesOf(runOptions(options)));
    await validateScenario(workload.scenario);
    const { from, to, timeLimitMs } = order.wish;
    stdout().write(
      `Dry run: nothing is sent. Capacity would try rates from ${formatArrivalRate(from)}, doubling up to ${formatArrivalRate(to)} until one is missed, then search between the last two, for ${formatDuration(timeLimitMs)} at most.\n`,
    );
    return EXIT.holds;
  }
  const parts = { conformance: false, load: true, capacity: order };
  return await assess('capacity', parts, runOptions(options));
}

/** The steps say the rate and the duration: those of the configuration stand for nothing. */
function runOptions(options: CapacityOptions): RunOptions & LoadOptions & BaselineOptions {
  const { startRate, arrivals, target, profile, config, out, json, quiet, seed, format, slo } =
    options;
  const { baseline, updateBaseline, strictBaseline, reason } = options;
  const scenario = scenarioOf(options);
  return {
    arrivals,
    arrivalRate: `${startRate}/s`,
    ...(target !== undefined && { target }),
    ...(profile !== undefined && { profile }),
    ...(config !== undefined && { config }),
    ...(out !== undefined && { out }),
    ...(json !== undefined && { json }),
    ...(quiet !== undefined && { quiet }),
    ...(seed !== undefined && { seed }),
    ...(format !== undefined && { format }),
    ...(slo !== undefined && { slo }),
    ...(scenario !== undefined && { scenario }),
    ...(baseline !== undefined && { baseline }),
    ...(updateBaseline && { updateBaseline }),
    ...(strictBaseline && { strictBaseline }),
    ...(reason !== undefined && { reason }),
  };
}
