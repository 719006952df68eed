import { defined } from '../../input/defined.ts';
import { enginesFor } from '../../load/engine/segments.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { atSteadyRate, type Workload } from '../../load/workload/workload.ts';
import { PairedBlocks } from '../../measure/change/paired-blocks.ts';
import { overheadFigures } from '../../measure/overhead/overhead-figures.ts';
import { QueueGrowth } from '../../measure/overhead/queue-growth.ts';
import { TokenDelays } from '../../measure/overhead/token-figures.ts';
import type { OverheadStepFacts } from '../../report/assemble/overhead-section.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import { alternatingBlocks, endOfBlock } from '../compare/alternating-blocks.ts';
import type { Assessment } from '../run/assessment.ts';
import { bareBasis } from '../run/load-run-basis.ts';
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

/** The sides of the comparison: straight to the provider, and through the gateway. */
const SIDES = ['floor', 'through'] as const;
type Side = (typeof SIDES)[number];

const IN_FLIGHT = 500;
/** By how much latency may grow within a block, as a share of it: more is a queue. */
const MOST_GROWTH = 0.15;

/** Compares both sides in alternating blocks. */
export async function overheadStep(context: StepContext, load: OverheadLoad): Promise<StepResult> {
  const { assessment, order } = context;
  const { signal, progress, target, upstream } = assessment;
  const { blocks, stepMs } = order;
  const { workload: base } = assessment.configuration;
  const workload = workloadOf(base, stepMs / blocks / 2, load);
  const name = loadName(load);
  const gateway = new GatewayUsage(order.gatewayPid, OVERHEAD_CLOCK.tokens);
  const pairs = new PairedBlocks(SIDES.length);
  const delays = { floor: new TokenDelays(), through: new TokenDelays() };
  let unhealthyBlocks = 0;
  let behindBlocks = 0;
  const end = await alternatingBlocks({
    sides: SIDES,
    blocks,
    workload,
    signal,
    run: async (side, block) => await runBlock(context, side, block, gateway),
    endOf: async (_, { result }) => {
      const reason = upstream?.ended();
      if (reason === undefined) return await endOfBlock(target, 'gateway', result, signal);
      return { trouble: { label: 'upstream', reason } };
    },
    onBlock(side, place) {
      progress.show(`Overhead at ${name}: block ${place + 1} of ${blocks}`);
      if (side === 'through') gateway.begin();
    },
    onPlace(sent) {
      const [floor, through] = sent;
      if (floor === undefined || through === undefined) return;
      if (sent.every(({ result }) => result.health.healthy)) {
        pairs.add(sent.map(({ result }) => result.measure.series.blocks()));
        delays.floor.merge(floor.delays);
        delays.through.merge(through.delays);
      } else unhealthyBlocks += 1;
      const growthMs = through.queue.ms - floor.queue.ms;
      const isQueue = growthMs > MOST_GROWTH * workload.durationMs;
      if (isQueue && load.arrivalRate !== undefined) behindBlocks += 1;
    },
  });
  const sides = { floor: pairs.of(0), through: pairs.of(1) };
  const step: OverheadStepFacts = {
    sides,
    delays,
    figures: overheadFigures(sides),
    blocks,
    usedBlocks: pairs.count,
    unhealthyBlocks,
    behindBlocks,
    ...load,
    ...defined({ gateway: gateway.figures }),
  };
  return { step, ...defined({ failure: end?.failure, trouble: end?.trouble?.reason }) };
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
  readonly delays: TokenDelays;
  readonly queue: QueueGrowth;
  readonly result: LoadResult;
}

async function runBlock(
  { assessment, upstream, binary }: StepContext,
  side: Side,
  workload: Workload,
  gateway: GatewayUsage,
): Promise<Block> {
  const delays = new TokenDelays();
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
    observer: queue,
    onPair: (_, added) => delays.add(added),
  });
  if (side === 'through') gateway.end(result.exchanges);
  return { delays, queue, result };
}
