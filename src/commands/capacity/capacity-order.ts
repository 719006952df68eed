import type { Operation } from '../../contract/operations.ts';
import { parseArrivalRate } from '../../input/arrival-rate.ts';
import { defined } from '../../input/defined.ts';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import { validateScenario } from '../../load/scenarios/bundle.ts';
import { modesSent } from '../../load/scenarios/supported-mix.ts';
import type { AnswerMode } from '../../measure/answer-mode.ts';
import { firstStepMs } from '../../measure/capacity/find-capacity.ts';
import type { SizingOptions } from '../../measure/capacity/sizing.ts';
import type { CapacitySearch } from '../../measure/capacity/step-duration.ts';
import type { Objective } from '../../measure/objective.ts';
import { formatArrivalRate, formatDuration } from '../../report/phrases/number-format.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { overridesOf } from '../options/load-options.ts';
import { collect, count, type OptionsOf, option, withFallback } from '../options/option.ts';
import { type ReadingOptions, timeLimitOption } from '../options/run-options.ts';
import { targetOf } from '../target/open-target.ts';
import { stdout } from '../terminal/output.ts';

/** Settings of a search for the knee, and of the plan. */
export interface CapacityOrder {
  readonly search: CapacitySearch;
  /** Absent without `--plan-for`. */
  readonly plan?: SizingOptions;
}

const LEAST_STEP_MS = 1000;

/** Options of a search. Rates are per second, times in ms. */
export const SEARCH = [
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
] as const;

const DEFAULT_HEADROOM = 0.3;

/**
 * The search that the options describe.
 * @throws UsageError when they contradict each other
 */
export function capacityOrder(options: OptionsOf<typeof SEARCH>): CapacityOrder {
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

/**
 * Checks that the steps of a search can meet their objectives: an objective that no step can
 * measure would be met at no rate.
 * @throws UsageError
 */
export function refuseUnsentObjectives({ workload, slo }: Configuration): void {
  const sent = modesSent(workload);
  if (sent === undefined) return;
  for (const objective of slo) {
    if (objective.kind !== 'latency' && objective.kind !== 'share') continue;
    const { operation, text } = objective;
    if (operation !== 'all' && !sent.has(operation)) {
      throw new UsageError(
        `Objective can never be measured: ${text}. The scenario ${workload.scenario} sends only ${[...sent.keys()].join(', ')}. Set other objectives with --slo, or choose another scenario.`,
      );
    }
    const why = whyUnmeasured(objective, modesAbout(operation, sent));
    if (why !== undefined) {
      throw new UsageError(
        `Objective can never be measured: ${text}. The scenario ${workload.scenario} ${why}. Set other objectives with --slo, or choose another scenario.`,
      );
    }
  }
}

function modesAbout(
  wanted: Operation | 'all',
  sent: ReadonlyMap<Operation, ReadonlySet<AnswerMode>>,
): ReadonlySet<AnswerMode> {
  const modes = [...sent].filter(([operation]) => wanted === 'all' || wanted === operation);
  return new Set(modes.flatMap(([, of]) => [...of]));
}

/** Why the scenario never measures the objective; undefined when it does. */
function whyUnmeasured(objective: Objective, sent: ReadonlySet<AnswerMode>): string | undefined {
  const { mode, operation, kind, metric } = objective;
  const whose = operation === 'all' ? '' : ` for ${operation}`;
  const needsTokens = kind === 'latency' && metric !== 'e2e';
  if (metric === 'replay') {
    return sent.has('replay') ? undefined : `repeats no answered idempotency key${whose}`;
  }
  if (mode === 'call' || metric === 'args') {
    return sent.has('call') ? undefined : `asks for no call of a function${whose}`;
  }
  if (mode === 'slow') return sent.has('slow') ? undefined : `has no slow reader${whose}`;
  if (mode === undefined && kind !== 'latency') return undefined;
  if (!sent.has('body'))
    return `has only slow readers${whose}, which only objectives with "slow" measure`;
  // A body with a metric of tokens is refused where the objective is read.
  if (mode === 'body' || (mode === undefined && !needsTokens)) return undefined;
  if (sent.has('stream')) return undefined;
  return `requests no stream${whose}${sent.has('slow') ? ' except by slow readers' : ''}`;
}
