import { type Command, Option } from 'commander';
import { parseArrivalRate } from '../../input/arrival-rate.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import { firstStepMs } from '../../measure/capacity/find-capacity.ts';
import type { CapacityOrder } from '../run/assessment.ts';
import { collect, count } from './option-values.ts';
import type { BaselineOptions, RunOptions } from './run-options.ts';

export interface CapacityOptions extends RunOptions, BaselineOptions {
  readonly operation?: string;
  readonly scenario?: string;
  readonly slo?: readonly string[];
  readonly arrivals: 'constant' | 'poisson';
  readonly from: number;
  readonly to: number;
  readonly stepDuration: number;
  readonly longest: number;
  readonly inFlight: number;
  readonly atLeast?: number;
  readonly planFor?: number;
  readonly headroom?: number;
  readonly dryRun?: true;
}

const DEFAULT_HEADROOM = 0.3;

/** The scenario that sends nothing but this. */
const SCENARIO_OF: Readonly<Record<string, string>> = {
  chat: 'chat',
  responses: 'responses',
  images: 'images',
  transcription: 'transcription-upload',
  video: 'video-poll-cancel',
};

export function withCapacityOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--operation <name>',
        'send only this: chat, responses, images, transcription, video',
      )
        .argParser(operation)
        .conflicts('scenario'),
    )
    .option('--scenario <name|file>', 'traffic to send (default: mixed)')
    .option('--slo <objective>', 'objective that the knee meets; may be repeated', collect)
    .addOption(
      new Option('--arrivals <process>', 'gaps between arrivals')
        .choices(['constant', 'poisson'])
        .default('constant'),
    )
    .addOption(rate('--from <rate>', 'where the ramp begins').default(4, '4/s'))
    .addOption(rate('--to <rate>', 'no rate above it is tried').default(2000, '2000/s'))
    .addOption(
      duration(
        '--step-duration <time>',
        'measured at each rate; longer for few or slow answers',
      ).default(6000, '6s'),
    )
    .addOption(
      duration('--longest <time>', 'the search ends by then, known or not').default(300_000, '5m'),
    )
    .addOption(
      new Option('--in-flight <n>', 'iterations at once in any step, at most')
        .argParser(count('--in-flight', 1, 20_000))
        .default(2000),
    )
    .addOption(rate('--at-least <rate>', 'exit code 1 when the knee is lower'))
    .addOption(rate('--plan-for <rate>', 'say how many gateways of this kind bear this rate'))
    .addOption(
      new Option(
        '--headroom <share>',
        'share of the knee that stays free in the plan (default: 30%)',
      ).argParser(share),
    )
    .option('--dry-run', 'print what would be sent at most, and send nothing');
}

/**
 * What the options ask for.
 * @throws UsageError when they contradict each other
 */
export function capacityOrder(options: CapacityOptions): CapacityOrder {
  const { from, to, atLeast, planFor, headroom } = options;
  if (from > to) {
    throw new UsageError(`--from is above --to: ${from}/s and ${to}/s. Turn them round.`);
  }
  if (atLeast !== undefined && atLeast > to) {
    throw new UsageError(`--at-least is above --to: ${atLeast}/s and ${to}/s. Raise --to.`);
  }
  if (headroom !== undefined && planFor === undefined) {
    throw new UsageError('--headroom is for a plan: give --plan-for, such as --plan-for 500/s.');
  }
  const wish = {
    from,
    to,
    ...(atLeast !== undefined && { atLeast }),
    stepMs: options.stepDuration,
    longestMs: options.longest,
    inFlight: options.inFlight,
    arrivals: options.arrivals,
  };
  if (firstStepMs(wish) > wish.longestMs) {
    throw new UsageError(
      `--longest is too short to try ${from}/s: ${wish.longestMs / 1000} s, and that takes ${firstStepMs(wish) / 1000} s. Raise it, or lower --step-duration.`,
    );
  }
  return {
    wish,
    ...(planFor !== undefined && {
      plan: { arrivalRate: planFor, headroom: headroom ?? DEFAULT_HEADROOM },
    }),
  };
}

/** The scenario that was named, by its name or by its operation. */
export function scenarioOf({ operation: name, scenario }: CapacityOptions): string | undefined {
  return name === undefined ? scenario : SCENARIO_OF[name];
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

function operation(name: string): string {
  const known = Object.keys(SCENARIO_OF);
  if (known.includes(name)) return name;
  throw new UsageError(
    `Unknown operation: ${name}.${didYouMean(name, known)} There are ${known.join(', ')}.`,
  );
}

function share(text: string): number {
  const match = /^(\d+(?:\.\d+)?)%$/.exec(text);
  const value = Number(match?.[1]) / 100;
  if (value >= 0 && value < 1) return value;
  throw new UsageError(`--headroom needs a share below 100%, such as 30%; got "${text}".`);
}
