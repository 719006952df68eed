import { type Command, Option } from 'commander';
import { parseArrivalRate } from '../../input/arrival-rate.ts';
import { defined } from '../../input/defined.ts';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import { firstStepMs } from '../../measure/capacity/find-capacity.ts';
import type { CapacityOrder } from '../run/assessment.ts';
import { type TrafficOptions, withTrafficOptions } from './operation-option.ts';
import { collect, count } from './option-values.ts';
import {
  type BaselineOptions,
  type RunOptions,
  type SpendingOptions,
  timeLimitOption,
} from './run-options.ts';

export interface CapacityOptions
  extends RunOptions,
    BaselineOptions,
    SpendingOptions,
    TrafficOptions {
  readonly slo?: readonly string[];
  readonly arrivals: 'constant' | 'poisson';
  readonly startRate: number;
  readonly maxRate: number;
  readonly stepDuration: number;
  readonly timeLimit: number;
  readonly inFlight: number;
  readonly atLeast?: number;
  readonly planFor?: number;
  readonly headroom?: number;
  readonly dryRun?: true;
}

const DEFAULT_HEADROOM = 0.3;

export function withCapacityOptions(command: Command): Command {
  return withTrafficOptions(command)
    .option('--slo <objective>', 'objective that the knee must meet; may be repeated', collect)
    .addOption(
      new Option('--arrivals <process>', 'gaps between arrivals')
        .choices(['constant', 'poisson'])
        .default('constant'),
    )
    .addOption(rate('--start-rate <rate>', 'first rate of the ramp').default(4, '4/s'))
    .addOption(rate('--max-rate <rate>', 'highest rate to try').default(2000, '2000/s'))
    .addOption(
      duration(
        '--step-duration <time>',
        'measured time at each rate; longer for few or slow responses',
      ).default(6000, '6s'),
    )
    .addOption(
      timeLimitOption('stop searching after this time, such as 15m').default(300_000, '5m'),
    )
    .addOption(
      new Option('--in-flight <n>', 'maximum number of concurrent iterations in any step')
        .argParser(count('--in-flight', 1, 20_000))
        .default(2000),
    )
    .addOption(rate('--at-least <rate>', 'exit code 1 when the knee is lower'))
    .addOption(rate('--plan-for <rate>', 'plan the number of gateways for this rate'))
    .addOption(
      new Option(
        '--headroom <share>',
        'share of the knee that the plan keeps free (default: 30%)',
      ).argParser(share),
    )
    .option('--dry-run', 'print what would be sent, and send nothing');
}

/**
 * The search that the options describe.
 * @throws UsageError when they contradict each other
 */
export function capacityOrder(options: CapacityOptions): CapacityOrder {
  const { startRate: from, maxRate: to, atLeast, planFor, headroom } = options;
  if (from > to) {
    throw new UsageError(`--start-rate is above --max-rate: ${from}/s and ${to}/s. Swap them.`);
  }
  if (atLeast !== undefined && atLeast > to) {
    throw new UsageError(
      `--at-least is above --max-rate: ${atLeast}/s and ${to}/s. Raise --max-rate.`,
    );
  }
  if (headroom !== undefined && planFor === undefined) {
    throw new UsageError(
      '--headroom needs --plan-for. Add --plan-for, such as --plan-for 500/s, or remove --headroom.',
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

function rate(flags: string, summary: string): Option {
  const [subject = ''] = flags.split(' ');
  return new Option(flags, `${summary}, such as 40/s`).argParser((text) =>
    parseArrivalRate(subject, text),
  );
}

const LEAST_DURATION_MS = 1000;

function duration(flags: string, summary: string): Option {
  const [subject = ''] = flags.split(' ');
  return new Option(flags, summary).argParser((text) => {
    const ms = parseDuration(subject, text);
    if (ms >= LEAST_DURATION_MS) return ms;
    throw new UsageError(`${subject} needs at least 1s; got "${text}".`);
  });
}

function share(text: string): number {
  const match = /^(\d+(?:\.\d+)?)%$/.exec(text);
  const value = Number(match?.[1]) / 100;
  if (value >= 0 && value < 1) return value;
  throw new UsageError(`--headroom needs a share below 100%, such as 30%; got "${text}".`);
}
