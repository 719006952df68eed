import { defined } from '../../input/defined.ts';
import { enginesFor } from '../../load/engine/segments.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { atSteadyRate } from '../../load/workload/steady-rate.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { overheadFigures } from '../../measure/overhead/overhead-figures.ts';
import { OverheadRound, type RoundPair } from '../../measure/overhead/overhead-round.ts';
import { QueueGrowth } from '../../measure/overhead/queue-growth.ts';
import type { OverheadStepFacts } from '../../report/assemble/overhead-section.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { Assessment } from '../run/assessment.ts';
import { bareBasis } from '../run/load-run-basis.ts';
import { targetTrouble } from '../target/target-gone.ts';
import { GatewayUsage } from './gateway-usage.ts';
import {
  OVERHEAD_CLOCK,
  type OverheadLoad,
  type OverheadOrder,
  REPORT_EVERY_MS,
} from './overhead-order.ts';

export interface StepContext {
  readonly assessment: Assessment;
  readonly upstream: Upstream;
  /** Path of the engine. */
  readonly binary: string;
  readonly order: OverheadOrder;
}

/** A step, or why it could not be finished. */
export interface StepResult {
  readonly step: OverheadStepFacts;
  /** A defect of Assay or of the machine. */
  readonly failure?: string;
  /** Why the target is gone. */
  readonly trouble?: string;
}

const SIDES = ['floor', 'through'] as const;
type Side = (typeof SIDES)[number];

const WARM_UP_MS = 2000;
const IN_FLIGHT = 500;
/** By how much latency may grow within a block, as a share of it: more is a queue. */
const MOST_GROWTH = 0.15;

/**
 * Measures both sides in alternating blocks, as in A B B A, so that a drift of the machine affects both
 * alike. The blocks of one place have the same seed: the same arrivals and prompts. A first block of
 * each side is not measured.
 */
export async function overheadStep(context: StepContext, load: OverheadLoad): Promise<StepResult> {
  const { assessment, order } = context;
  const { signal, progress } = assessment;
  const { blocks, stepMs } = order;
  const { workload: base } = assessment.configuration;
  const workload = workloadOf(base, stepMs / blocks / 2, load);
  const name = loadName(load);
  const gateway = new GatewayUsage(order.gatewayPid, OVERHEAD_CLOCK.tokens);
  const pairs: RoundPair[] = [];
  let unhealthy = 0;
  let behind = 0;
  const facts = (): OverheadStepFacts => ({
    pairs,
    figures: overheadFigures(pairs),
    blocks,
    unhealthyBlocks: unhealthy,
    behindBlocks: behind,
    ...load,
    ...defined({ gateway: gateway.figures }),
  });
  const warmUp = { ...workload, durationMs: Math.min(WARM_UP_MS, workload.durationMs) };
  for (const side of SIDES) {
    const block = await runBlock(context, side, warmUp);
    const end = await endOf(assessment, block.result);
    if (end !== undefined) return { step: facts(), ...end };
  }
  for (let place = 0; place < blocks && !signal.aborted; place += 1) {
    progress.show(`Overhead at ${name}: block ${place + 1} of ${blocks}`);
    const seed = (workload.seed + place + 1) % 2 ** 32;
    const found = new Map<Side, Block>();
    for (const side of place % 2 === 0 ? SIDES : SIDES.toReversed()) {
      if (side === 'through') gateway.begin();
      const block = await runBlock(context, side, { ...workload, seed });
      if (side === 'through') gateway.end(block.round.good + block.round.failed);
      const end = await endOf(assessment, block.result);
      if (end !== undefined) return { step: facts(), ...end };
      found.set(side, block);
    }
    const [floor, through] = [found.get('floor'), found.get('through')];
    if (floor === undefined || through === undefined || signal.aborted) break;
    const isHealthy = floor.result.health.healthy && through.result.health.healthy;
    if (isHealthy) pairs.push({ floor: floor.round, through: through.round });
    else unhealthy += 1;
    const growthMs = through.queue.ms - floor.queue.ms;
    const isQueue = growthMs > MOST_GROWTH * workload.durationMs;
    if (isQueue && load.arrivalRate !== undefined) behind += 1;
  }
  return { step: facts() };
}

/** Such as `1 request in flight`. */
export function loadName({ arrivalRate, promptWords }: OverheadLoad): string {
  const name = arrivalRate === undefined ? '1 request in flight' : `${arrivalRate}/s`;
  return promptWords === undefined ? name : `${name} with large prompts`;
}

function workloadOf(
  workload: Workload,
  durationMs: number,
  { arrivalRate, promptWords }: OverheadLoad,
): Workload {
  const steady = {
    ...atSteadyRate(workload, 'constant', arrivalRate ?? 0),
    durationMs,
    ...(promptWords !== undefined && {
      prompts: { words: { min: promptWords, max: promptWords } },
    }),
  };
  return arrivalRate === undefined
    ? { ...steady, arrivals: 'closed', closed: { users: 1, thinkMs: 0 }, inFlight: 1 }
    : { ...steady, inFlight: IN_FLIGHT };
}

interface Block {
  readonly round: OverheadRound;
  readonly queue: QueueGrowth;
  readonly result: LoadResult;
}

async function runBlock(
  { assessment, upstream, binary }: StepContext,
  side: Side,
  workload: Workload,
): Promise<Block> {
  const round = new OverheadRound();
  const queue = new QueueGrowth();
  const result = await runLoad({
    ...bareBasis(assessment, binary),
    ...(side === 'floor' && { address: `${upstream.address}/v1` }),
    upstream,
    workload,
    objectives: [],
    judging: 'none',
    engines: enginesFor(workload.inFlight),
    reportEveryMs: REPORT_EVERY_MS,
    observer: {
      record(measured) {
        round.record(measured);
        queue.record(measured);
      },
    },
    onPair: (exchange, added) => round.pair(exchange, added),
  });
  return { round, queue, result };
}

/** Why the measurement ends here; undefined when it goes on. */
async function endOf(
  { target, signal, upstream }: Assessment,
  result: LoadResult,
): Promise<Pick<StepResult, 'failure' | 'trouble'> | undefined> {
  if (signal.aborted) return undefined;
  const [failure] = result.failures;
  if (failure !== undefined) return { failure };
  const ended = upstream?.ended() ?? (await target.ended());
  if (ended !== undefined) return { trouble: ended };
  if (result.targetLoss === undefined) return undefined;
  const loss = { load: result, which: 'a block' };
  return { trouble: await targetTrouble(target, loss, { signal }) };
}
