import { parseArrivalRate } from '../../input/arrival-rate.ts';
import { defined } from '../../input/defined.ts';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import { LEAST_BLOCKS } from '../../measure/change/percentile-change.ts';
import {
  type OverheadObjective,
  parseOverheadObjective,
} from '../../measure/overhead/overhead-objective.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { count, type OptionsOf, option, withFallback } from '../options/option.ts';
import { requireProcess } from './gateway-usage.ts';

/** What `assay overhead` measures. */
export interface OverheadOrder {
  /** For each side, in each step. */
  readonly blocks: number;
  /** Time for all blocks of both sides in a step. */
  readonly stepMs: number;
  /** Arrivals per second of the steps after the first one, which has one request in flight. */
  readonly rates: readonly number[];
  /** Whether a step with large prompts and one request in flight follows the first one. */
  readonly largeBodies: boolean;
  /** The process of the gateway, whose CPU time and memory are measured; not measured when absent. */
  readonly gatewayPid?: number;
  readonly objectives: readonly OverheadObjective[];
}

/** Options of the steps. Rates are per second, times in ms. */
export const STEPS = [
  option(
    '--rates <rates>',
    'arrival rates after the step with one request in flight, such as 20/s,50/s,100/s',
    { read: risingRates },
  ),
  withFallback(
    option('--duration <time>', 'time for all blocks of a step', { read: parseDuration }),
    40_000,
    '40s',
  ),
  withFallback(
    option('--blocks <n>', 'blocks of each side in a step', { read: count(LEAST_BLOCKS, 100) }),
    10,
  ),
  option('--large-bodies', 'add a step with prompts of 100 kB and one request in flight'),
  option(
    '--gateway-pid <pid>',
    'measure CPU time and memory of this process and its descendants, which is the gateway (Linux)',
    { read: count(1, 2 ** 22) },
  ),
  option(
    '--slo <objective>',
    'objective with one request in flight, such as "overhead ttft p99 < 5ms"; may be repeated',
    { read: eachObjective },
  ),
] as const;

/** Shorter blocks are mostly the beginning of a load. */
const LEAST_BLOCK_MS = 500;

/**
 * The measurement that the options describe.
 * @throws UsageError when they contradict each other
 */
export function overheadOrder(options: OptionsOf<typeof STEPS>): OverheadOrder {
  const { blocks, duration: stepMs, rates = [], largeBodies = false, gatewayPid } = options;
  const blockMs = stepMs / blocks / 2;
  if (blockMs < LEAST_BLOCK_MS) {
    throw new UsageError(
      `--duration is too short: ${formatDuration(stepMs)} in ${blocks} blocks of two sides is ${formatDuration(blockMs)} for each; at least ${formatDuration(LEAST_BLOCK_MS)} is needed. Raise --duration, or lower --blocks.`,
    );
  }
  if (gatewayPid !== undefined) requireProcess(gatewayPid);
  const { slo: objectives = [] } = options;
  return { blocks, stepMs, rates, largeBodies, ...defined({ gatewayPid }), objectives };
}

/** The load of one step. */
export interface OverheadLoad {
  /** Arrivals per second; one request in flight when absent. */
  readonly arrivalRate?: number;
  /** Words of each prompt; as the workload says when absent. */
  readonly promptWords?: number;
}

/** The words of Assay have 6.7 letters on average with their spaces: these are 100 kB. */
const LARGE_PROMPT_WORDS = 15_000;

/** The steps, in their order. */
export function overheadLoads({ rates, largeBodies }: OverheadOrder): readonly OverheadLoad[] {
  return [
    {},
    ...(largeBodies ? [{ promptWords: LARGE_PROMPT_WORDS }] : []),
    ...rates.map((arrivalRate) => ({ arrivalRate })),
  ];
}

/**
 * The provider answers fast, so that many requests fit into a step. What a gateway adds to a token
 * does not depend on when the token comes.
 */
export const OVERHEAD_CLOCK = { ttftMs: 3, itlMs: 0.5, tokens: 8 } as const;

/**
 * How often the load generator and the provider report requests. A report after each would wake this
 * process up when tokens and answers arrive, and on two cores they would wait for it.
 */
export const REPORT_EVERY_MS = 100;

export const OVERHEAD_PACE = { clock: OVERHEAD_CLOCK, reportEveryMs: REPORT_EVERY_MS } as const;

/** The configuration with chats only: as many streams as bodies, with its prompts and its seed. */
export function overheadConfiguration(configuration: Configuration): Configuration {
  const { workload } = configuration;
  return {
    ...configuration,
    workload: {
      ...workload,
      scenario: 'mixed',
      mix: { chat: 1, 'chat-stream': 1 },
      echoShare: 0,
    },
  };
}

function risingRates(flag: string, text: string): readonly number[] {
  const rates = text.split(',').map((rate) => parseArrivalRate(flag, rate));
  for (const [at, rate] of rates.entries()) {
    const before = rates[at - 1] ?? 0;
    if (rate > before) continue;
    throw new UsageError(`${flag} needs rising rates: ${rate}/s follows ${before}/s. Sort them.`);
  }
  return rates;
}

function eachObjective(
  _flag: string,
  text: string,
  previous: readonly OverheadObjective[] = [],
): readonly OverheadObjective[] {
  return [...previous, parseOverheadObjective(text)];
}
