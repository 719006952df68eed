import { type Command, Option } from 'commander';
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
import type { OverheadOrder } from '../overhead/overhead-order.ts';
import { requireProcess } from '../overhead/process-usage.ts';
import { count } from './option-values.ts';
import type { RunOptions, UpstreamOptions } from './run-options.ts';

export interface OverheadOptions extends RunOptions, UpstreamOptions {
  readonly rates?: readonly number[];
  readonly duration: number;
  readonly blocks: number;
  readonly largeBodies?: true;
  readonly gatewayPid?: number;
  readonly slo?: readonly OverheadObjective[];
}

/** Shorter blocks are mostly the beginning of a load. */
const LEAST_BLOCK_MS = 500;

export function withOverheadOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--rates <rates>',
        'arrival rates after the step with one request in flight, such as 20/s,50/s,100/s',
      ).argParser(rates),
    )
    .addOption(
      new Option('--duration <time>', 'time for all blocks of a step')
        .argParser((text) => parseDuration('--duration', text))
        .default(40_000, '40s'),
    )
    .addOption(
      new Option('--blocks <n>', 'blocks of each side in a step')
        .argParser(count('--blocks', LEAST_BLOCKS, 100))
        .default(10),
    )
    .option('--large-bodies', 'add a step with prompts of 100 kB and one request in flight')
    .addOption(
      new Option(
        '--gateway-pid <pid>',
        'measure CPU time and memory of this process and its descendants, which is the gateway (Linux)',
      ).argParser(count('--gateway-pid', 1, 2 ** 22)),
    )
    .addOption(
      new Option(
        '--slo <objective>',
        'objective with one request in flight, such as "overhead ttft p99 < 5ms"; may be repeated',
      ).argParser((text, previous: readonly OverheadObjective[] = []) => [
        ...previous,
        parseOverheadObjective(text),
      ]),
    );
}

/**
 * The measurement that the options describe.
 * @throws UsageError when they contradict each other
 */
export function overheadOrder(options: OverheadOptions): OverheadOrder {
  const { blocks, duration: stepMs, rates: wanted = [], slo: objectives = [] } = options;
  const blockMs = stepMs / blocks / 2;
  if (blockMs < LEAST_BLOCK_MS) {
    throw new UsageError(
      `--duration is too short: ${formatDuration(stepMs)} in ${blocks} blocks of two sides is ${formatDuration(blockMs)} for each; at least ${formatDuration(LEAST_BLOCK_MS)} is needed. Raise --duration, or lower --blocks.`,
    );
  }
  const { largeBodies = false, gatewayPid } = options;
  if (gatewayPid !== undefined) requireProcess(gatewayPid);
  return {
    blocks,
    stepMs,
    rates: wanted,
    largeBodies,
    ...defined({ gatewayPid }),
    objectives,
  };
}

function rates(text: string): readonly number[] {
  const found = text.split(',').map((rate) => parseArrivalRate('--rates', rate));
  for (const [at, rate] of found.entries()) {
    const before = found[at - 1] ?? 0;
    if (rate > before) continue;
    throw new UsageError(`--rates needs rising rates: ${rate}/s follows ${before}/s. Sort them.`);
  }
  return found;
}
