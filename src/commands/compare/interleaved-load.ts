import type { Budget } from '../../conformance/sending/budget.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { enginesFor } from '../../load/engine/segments.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import type { Workload } from '../../load/workload/workload.ts';
import type { LoadedSubject } from '../../report/comparison/recorded-run.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import { exclusionSentence } from '../../report/phrases/sentences.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { bareBasis } from '../run/run-load.ts';
import { LoadSpending } from '../spending/spending.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import type { Progress } from '../terminal/progress.ts';
import { alternatingBlocks, type BlocksEnd, endOfBlock, warmUpMs } from './alternating-blocks.ts';

/** Gateways that are loaded in turn, from one generator. */
export interface InterleavedLoad {
  readonly gateways: readonly InterleavedGateway[];
  readonly configuration: Configuration;
  /** For each gateway. The duration of the workload is divided among them. */
  readonly blocks: number;
  readonly engine: string;
  /** Counts what the load spends, and limits it. */
  readonly budget?: Budget | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export interface InterleavedGateway {
  readonly label: string;
  readonly connected: ConnectedTarget;
}

/** What was measured of each gateway, in their order, or why the load was ended. */
export interface InterleavedResult extends BlocksEnd {
  readonly subjects: readonly LoadedSubject[];
}

/** Shorter blocks are mostly the beginning of a load. */
const LEAST_BLOCK_MS = 1000;

/** The configuration with all of the load, the first block included, which is not measured. */
export function warmedUp(configuration: Configuration, blocks: number): Configuration {
  const { workload } = configuration;
  const durationMs = workload.durationMs + warmUpMs(workload.durationMs / blocks);
  return { ...configuration, workload: { ...workload, durationMs } };
}

/** Loads gateways in alternating blocks. */
export async function interleavedLoad(order: InterleavedLoad): Promise<InterleavedResult> {
  const { gateways, blocks, budget, progress, signal } = order;
  const workload = blockWorkload(order);
  const startedAt = new Date().toISOString();
  const { pairs, end } = await alternatingBlocks({
    sides: gateways,
    blocks,
    workload,
    signal,
    run: async (gateway, block) => ({ result: await runBlock(order, gateway, block) }),
    endOf: async ({ label, connected: { target } }, { result }) =>
      budget?.isExhausted === true && result.failures.length === 0
        ? { isSpent: true }
        : await endOfBlock(target, label, result, signal),
    onBlock: ({ label }, place) => progress.show(`Block ${place + 1} of ${blocks}: ${label}`),
  });
  if (end !== undefined) return { subjects: [], ...end };
  // The rest of the blocks was not sent: that is not the load generator's fault.
  if (signal.aborted) return { subjects: [] };
  const usable = pairs.count;
  if (usable < blocks) progress.say(omittedSentence(blocks - usable, blocks));
  const { scenario, arrivals, arrivalsPerSecond } = workload;
  return {
    subjects: gateways.map(({ connected }, at) => ({
      startedAt,
      profile: connected.profile.name,
      load: {
        conditions: {
          scenario,
          model: arrivals === 'closed' ? 'closed' : 'open',
          arrivalRate: arrivalsPerSecond,
        },
        blocks: pairs.of(at),
        objectives: order.configuration.slo.map(({ text }) => text),
        ...defined({ doubt: usable === 0 ? 'the load generator could not keep up' : undefined }),
      },
    })),
  };
}

function omittedSentence(left: number, all: number): string {
  return `The load generator could not keep up in ${left} of ${all} blocks: they were excluded on all sides. Lower the arrival rate, or use a quieter machine.`;
}

/** @throws UsageError for arrivals that blocks cannot have, and for blocks that are too short */
function blockWorkload({ configuration, gateways, blocks, progress }: InterleavedLoad): Workload {
  let { workload } = configuration;
  if (!STEADY.has(workload.arrivals)) {
    throw new UsageError(
      `--load needs steady arrivals in compare: poisson, constant or closed; got ${workload.arrivals}. Set workload.arrivals, or compare reports of separate loads.`,
    );
  }
  const durationMs = workload.durationMs / blocks;
  if (durationMs < LEAST_BLOCK_MS) {
    throw new UsageError(
      `--load needs at least ${formatDuration(LEAST_BLOCK_MS)} for each block; ${formatDuration(workload.durationMs)} in ${blocks} blocks is ${formatDuration(durationMs)}. Raise --duration, or lower --blocks.`,
    );
  }
  for (const { connected } of gateways) {
    const supported = supportedWorkload(workload, connected.profile);
    for (const one of supported.excluded) progress.say(exclusionSentence(one));
    ({ workload } = supported);
  }
  return { ...workload, durationMs };
}

const STEADY: ReadonlySet<Workload['arrivals']> = new Set(['poisson', 'constant', 'closed']);

async function runBlock(
  { configuration, engine, budget, signal: ended }: InterleavedLoad,
  { connected }: InterleavedGateway,
  workload: Workload,
): Promise<LoadResult> {
  const spending = budget && new LoadSpending(budget);
  const signal = spending === undefined ? ended : AbortSignal.any([ended, spending.signal]);
  return await runLoad({
    ...bareBasis({ ...connected, signal }, engine),
    workload,
    objectives: configuration.slo,
    judging: 'none',
    ...defined({ observer: spending }),
    engines: enginesFor(workload.inFlight),
  });
}
