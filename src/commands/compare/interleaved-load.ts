import type { Budget } from '../../conformance/sending/budget.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { enginesFor } from '../../load/engine/segments.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { asOneBlock } from '../../measure/change/load-blocks.ts';
import { PairedBlocks } from '../../measure/change/paired-blocks.ts';
import type { LoadedSubject } from '../../report/comparison/recorded-run.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import { exclusionSentence } from '../../report/phrases/sentences.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { bareBasis } from '../run/load-run-basis.ts';
import { LoadSpending } from '../spending/load-spending.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import { targetTrouble } from '../target/target-gone.ts';
import type { Progress } from '../terminal/progress.ts';

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
export interface InterleavedResult {
  readonly subjects: readonly LoadedSubject[];
  /** A defect of Assay or of the machine. */
  readonly failure?: string;
  /** The budget was spent before the end. */
  readonly isSpent?: true;
  /** Why one of the gateways is gone. */
  readonly trouble?: { readonly label: string; readonly reason: string };
}

/** Shorter blocks are mostly the beginning of a load. */
const LEAST_BLOCK_MS = 1000;
const WARM_UP_MS = 2000;

/** The configuration with all of the load, the first block included, which is not measured. */
export function warmedUp(configuration: Configuration, blocks: number): Configuration {
  const { workload } = configuration;
  const durationMs = workload.durationMs + warmUpMs(workload.durationMs / blocks);
  return { ...configuration, workload: { ...workload, durationMs } };
}

function warmUpMs(blockMs: number): number {
  return Math.min(WARM_UP_MS, blockMs);
}

/**
 * Loads gateways in alternating blocks, as in A B B A, so that a drift of the machine or the network
 * affects all alike. The blocks of one place have the same seed: the same arrivals and prompts.
 * A first block of each warms it up and is not measured.
 */
export async function interleavedLoad(order: InterleavedLoad): Promise<InterleavedResult> {
  const { gateways, blocks, progress, signal } = order;
  const workload = blockWorkload(order);
  const startedAt = new Date().toISOString();
  const measured = new PairedBlocks(gateways.length, blocks);
  const warmUp = { ...workload, durationMs: warmUpMs(workload.durationMs) };
  for (const gateway of gateways) {
    const result = await runBlock(order, gateway, warmUp);
    const ended = await endOf(gateway, result, order.budget);
    if (ended !== undefined) return { subjects: [], ...ended };
  }
  for (let place = 0; place < blocks && !signal.aborted; place += 1) {
    const forward = gateways.map((gateway, at) => ({ gateway, at }));
    for (const { gateway, at } of place % 2 === 0 ? forward : forward.toReversed()) {
      progress.show(`Block ${place + 1} of ${blocks}: ${gateway.label}`);
      const seed = (workload.seed + place + 1) % 2 ** 32;
      const result = await runBlock(order, gateway, { ...workload, seed });
      const ended = await endOf(gateway, result, order.budget);
      if (ended !== undefined) return { subjects: [], ...ended };
      if (result.health.healthy) measured.set(at, place, asOneBlock(result.blocks));
    }
  }
  // The rest of the blocks was not sent: that is not the load generator's fault.
  if (signal.aborted) return { subjects: [] };
  const { usable } = measured;
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
        blocks: measured.of(at),
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

/** Why the comparison ends with this block; undefined when it goes on. */
async function endOf(
  { label, connected: { target } }: InterleavedGateway,
  result: LoadResult,
  budget: Budget | undefined,
): Promise<Omit<InterleavedResult, 'subjects'> | undefined> {
  const [failure] = result.failures;
  if (failure !== undefined) return { failure };
  if (budget?.isExhausted === true) return { isSpent: true };
  const ended = await target.ended();
  if (ended !== undefined) return { trouble: { label, reason: ended } };
  if (result.targetLoss === undefined) return undefined;
  const reason = await targetTrouble(target, { load: result, which: 'a block' });
  return { trouble: { label, reason } };
}
