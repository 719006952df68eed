import { Command } from 'commander';
import { defined } from '../input/defined.ts';
import { validateScenario } from '../load/scenarios/validate-scenario.ts';
import { formatArrivalRate, formatDuration } from '../report/phrases/number-format.ts';
import { readConfiguration } from './configuration/configuration.ts';
import {
  type CapacityOptions,
  capacityOrder,
  withCapacityOptions,
} from './options/capacity-options.ts';
import { exampleText } from './options/example-text.ts';
import { EXIT } from './options/exit-codes.ts';
import { scenarioOf } from './options/operation-option.ts';
import {
  type BaselineOptions,
  type LoadOptions,
  overridesOf,
  type RunOptions,
  type SpendingOptions,
  type UpstreamOptions,
  withBaselineOptions,
  withRunOptions,
  withSpendingOptions,
  withUpstreamOption,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';
import { capacityMeasurement } from './run/run-capacity.ts';
import { targetOf } from './target/open-target.ts';
import { stdout } from './terminal/output.ts';

export const capacity = withCapacityOptions(
  withBaselineOptions(
    withSpendingOptions(
      withUpstreamOption(
        withRunOptions(
          new Command('capacity')
            .summary('find the highest arrival rate that the gateway sustains')
            .description(
              'Finds the maximum sustainable rate (knee): the highest arrival rate at which the gateway keeps up and meets every objective. A ramp is followed by a search with repeats, until the knee is known to 2 % or the time limit is reached. Every response is checked against the rules, as under load. To try it on a gateway with a known capacity, start one with `assay serve --slots`: the embedded gateway has no limit. With --upstream, the provider behind the gateway is Assay, which sustains far higher rates than most gateways: the knee is that of the gateway.',
            ),
        ),
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
      'assay capacity --target http://127.0.0.1:8080/v1 --upstream 127.0.0.1:9000 --operation chat',
      'assay serve --port 8080 --slots 8 --service-time 200ms   # in another terminal: sustains 40/s',
      'assay capacity --target http://127.0.0.1:8080 --operation chat',
    ]),
  )
  .action(async (options: CapacityOptions & UpstreamOptions) => {
    process.exitCode = await searchCapacity(options);
  });

async function searchCapacity(options: CapacityOptions & UpstreamOptions): Promise<number> {
  const order = capacityOrder(options);
  if (options.dryRun) {
    const configuration = await readConfiguration(options.config, overridesOf(runOptions(options)));
    const target = targetOf(configuration);
    const { workload } = configuration;
    await validateScenario(workload.scenario);
    const { from, to, timeLimitMs } = order.search;
    stdout().write(
      `Dry run for ${target}: nothing is sent. The search would start at ${formatArrivalRate(from)}, double the rate until one is not sustained, up to ${formatArrivalRate(to)}, then search between the last two rates. It would stop after ${formatDuration(timeLimitMs)}.\n`,
    );
    return EXIT.holds;
  }
  const parts = { conformance: false, measurement: capacityMeasurement(order) };
  return await assess('capacity', parts, runOptions(options));
}

/** Each step has its own rate and duration: those of the configuration are ignored. */
function runOptions(
  options: CapacityOptions & UpstreamOptions,
): RunOptions & LoadOptions & BaselineOptions & SpendingOptions & UpstreamOptions {
  const { startRate, arrivals, target, header, profile, config, out, json, quiet } = options;
  const { seed, format, annotations, slo } = options;
  const { baseline, updateBaseline, strictBaseline, reason } = options;
  const { budget, yes, upstream } = options;
  const sent = {
    arrivals,
    arrivalRate: `${startRate}/s`,
    scenario: scenarioOf(options),
    seed,
    slo,
  };
  const judged = { baseline, updateBaseline, strictBaseline, reason };
  const reported = { out, json, quiet, format, annotations };
  const reached = { target, header, profile, config, upstream };
  return defined({ ...reached, ...sent, ...judged, ...reported, budget, yes });
}
