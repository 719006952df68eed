import { parseArrivalRate } from '../input/arrival-rate.ts';
import { parseDuration } from '../input/duration.ts';
import { UsageError } from '../input/usage-error.ts';
import { capacityOrder, dryRunOfSearch } from './capacity/capacity-order.ts';
import { capacityMeasurement } from './capacity/run-capacity.ts';
import { command } from './options/command.ts';
import { TRAFFIC } from './options/load-options.ts';
import { option, withFallback } from './options/option.ts';
import { collect, count } from './options/read.ts';
import {
  BASELINE,
  DRY_RUN,
  RUN,
  SPENDING,
  timeLimitOption,
  UPSTREAM,
} from './options/run-options.ts';
import { assess } from './run/run-assessment.ts';

const LEAST_STEP_MS = 1000;

export const capacity = command({
  name: 'capacity',
  summary: 'find the highest arrival rate that the gateway sustains',
  description:
    'Finds the maximum sustainable rate (knee): the highest arrival rate at which the gateway keeps up and meets every objective. A ramp is followed by a search with repeats, until the knee is known to 2 % or the time limit is reached. Every response is checked against the rules, as under load. To try it on a gateway with a known capacity, start one with `assay serve --slots`: the embedded gateway has no limit. With --upstream, the provider behind the gateway is Assay, which sustains far higher rates than most gateways: the knee is that of the gateway.',
  options: [
    ...RUN,
    UPSTREAM,
    ...SPENDING,
    ...BASELINE,
    ...TRAFFIC,
    option('--slo <objective>', 'objective that the knee must meet; may be repeated', {
      read: collect,
    }),
    withFallback(
      option('--arrivals <process>', 'gaps between arrivals', { choices: ['constant', 'poisson'] }),
      'constant',
    ),
    withFallback(rate('--start-rate <rate>', 'first rate of the ramp'), 4, '4/s'),
    withFallback(rate('--max-rate <rate>', 'highest rate to try'), 2000, '2000/s'),
    withFallback(
      option(
        '--step-duration <time>',
        'measured time at each rate; longer for few or slow responses',
        { read: stepDuration },
      ),
      6000,
      '6s',
    ),
    withFallback(timeLimitOption('stop searching after this time, such as 15m'), 300_000, '5m'),
    withFallback(
      option('--in-flight <n>', 'maximum number of concurrent iterations in any step', {
        read: count(1, 20_000),
      }),
      2000,
    ),
    rate('--at-least <rate>', 'exit code 1 when the knee is lower'),
    rate('--plan-for <rate>', 'plan the number of gateways for this rate'),
    option('--headroom <share>', 'share of the knee that the plan keeps free (default: 30%)', {
      read: share,
      needs: ['--plan-for RATE'],
    }),
    DRY_RUN,
  ],
  examples: [
    'assay capacity --target http://127.0.0.1:8080/v1 --operation chat',
    'assay capacity --slo "chat e2e p95 < 800ms" --arrivals poisson --time-limit 15m',
    'assay capacity --operation images --at-least 3/s --plan-for 50/s --headroom 40%',
    'assay capacity --target http://127.0.0.1:8080/v1 --upstream 127.0.0.1:9000 --operation chat',
    'assay serve --port 8080 --slots 8 --service-time 200ms   # in another terminal: sustains 40/s',
    'assay capacity --target http://127.0.0.1:8080 --operation chat',
  ],
  run(options) {
    const order = capacityOrder(options);
    // Each step has its own iterations in flight, and the search has the time limit.
    const { inFlight: _, timeLimit: __, startRate, ...rest } = options;
    const run = { ...rest, arrivalRate: `${startRate}/s` };
    if (options.dryRun) return dryRunOfSearch(run, order);
    return assess('capacity', { conformance: false, measurement: capacityMeasurement(order) }, run);
  },
});

function rate<const Flags extends string>(flags: Flags, summary: string) {
  return option(flags, `${summary}, such as 40/s`, { read: parseArrivalRate });
}

function stepDuration(flag: string, text: string): number {
  const ms = parseDuration(flag, text);
  if (ms >= LEAST_STEP_MS) return ms;
  throw new UsageError(`${flag} needs at least 1s; got "${text}".`);
}

function share(flag: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)%$/.exec(text);
  const value = Number(match?.[1]) / 100;
  if (value >= 0 && value < 1) return value;
  throw new UsageError(`${flag} needs a share below 100%, such as 30%; got "${text}".`);
}
