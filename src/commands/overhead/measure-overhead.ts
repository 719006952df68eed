import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { enginesFor } from '../../load/engine/segments.ts';
import type { LoadResult } from '../../load/load-result.ts';
import { runLoad } from '../../load/run-load.ts';
import { atSteadyRate, type Workload } from '../../load/workload/workload.ts';
import { overheadFigures } from '../../measure/overhead/overhead-figures.ts';
import { QueueGrowth } from '../../measure/overhead/queue-growth.ts';
import { TokenDelays } from '../../measure/overhead/token-figures.ts';
import { sumOf } from '../../measure/sample.ts';
import { endsSearch, type OverheadStepFacts } from '../../report/assemble/overhead-section.ts';
import { alternatingBlocks, type BlocksEnd, endOfBlock } from '../compare/alternating-blocks.ts';
import type { Assessment, Measured, Measurement } from '../run/assessment.ts';
import { bareBasis } from '../run/run-load.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import { GatewayUsage } from './gateway-usage.ts';
import {
  OVERHEAD_CLOCK,
  OVERHEAD_PACE,
  type OverheadLoad,
  type OverheadOrder,
  overheadConfiguration,
  overheadLoads,
  REPORT_EVERY_MS,
} from './overhead-order.ts';
import { OverheadProgress } from './overhead-progress.ts';

/**
 * What the gateway adds: with one request in flight, then at each rate, until the gateway or the
 * generator cannot keep up.
 */
export function overheadMeasurement(order: OverheadOrder): Measurement {
  return {
    isPlanned: false,
    isJudged: false,
    pace: OVERHEAD_PACE,
    configure(configuration) {
      if (configuration.upstream === undefined) throw withoutUpstream();
      return overheadConfiguration(configuration);
    },
    checkTarget: refuseUncalledUpstream,
    run: (assessment, binary) => measureOverhead(assessment, binary, order),
  };
}

async function measureOverhead(
  assessment: Assessment,
  binary: string,
  order: OverheadOrder,
): Promise<Measured> {
  const { signal, progress } = assessment;
  const steps: OverheadStepFacts[] = [];
  let end: BlocksEnd | undefined;
  const loads = overheadLoads(order);
  const shown = new OverheadProgress(progress, loads.length, order.blocks);
  for (const load of loads) {
    if (signal.aborted) break;
    const block = (side: Side, workload: Workload) => runBlock(assessment, binary, side, workload);
    const measured = await overheadStep(assessment, order, load, shown, block);
    ({ end } = measured);
    const { step } = measured;
    const isLast = endsSearch(step, steps);
    steps.push(step);
    if (end !== undefined) break;
    progress.say(`Overhead at ${loadName(load)}: ${medianPhrase(step)}`);
    if (isLast) break;
  }
  return {
    facts: { overhead: { steps, objectives: order.objectives } },
    failures: end?.failure === undefined ? [] : [end.failure],
    cutShort: [],
    ...defined({ targetTrouble: end?.trouble?.reason }),
  };
}

/** @throws UsageError when the gateway answers without a request to the upstream */
function refuseUncalledUpstream({ capabilities }: ConnectedTarget): void {
  const problem = capabilities.upstream?.problem;
  if (problem !== undefined) throw new UsageError(problem);
}

function withoutUpstream(): UsageError {
  return new UsageError(
    'assay overhead needs --upstream: it compares the gateway with its provider, which must be Assay. Add --upstream 127.0.0.1:0, and configure the gateway to use that address.',
  );
}

/** The overheads that the progress shows. */
const SHOWN: ReadonlySet<string> = new Set(['ttft', 'e2e', 'relay']);

function medianPhrase(step: OverheadStepFacts): string {
  const medians = step.figures
    .filter(({ metric, statistic }) => statistic === 'p50' && SHOWN.has(metric))
    .map(({ mode, metric, changes: [change] }) => {
      return `${mode} ${metric} p50 ${(change?.delta ?? 0).toFixed(2)} ms`;
    });
  return medians.length === 0 ? 'not measured' : medians.join(', ');
}

/** The sides of the comparison: straight to the provider, and through the gateway. */
const SIDES = ['floor', 'through'] as const;
type Side = (typeof SIDES)[number];

const IN_FLIGHT = 500;
/** By how much latency may grow within a block, as a share of it: more is a queue. */
const MOST_GROWTH = 0.15;

/** Compares both sides in alternating blocks. */
async function overheadStep(
  { signal, target, upstream, configuration }: Assessment,
  order: OverheadOrder,
  load: OverheadLoad,
  shown: OverheadProgress,
  run: (side: Side, workload: Workload) => Promise<Block>,
): Promise<{ readonly step: OverheadStepFacts; readonly end: BlocksEnd | undefined }> {
  const { blocks, stepMs } = order;
  const workload = workloadOf(configuration.workload, stepMs / blocks / 2, load);
  const gateway = new GatewayUsage(order.gatewayPid, OVERHEAD_CLOCK.tokens);
  const delays = { floor: new TokenDelays(), through: new TokenDelays() };
  let unhealthyBlocks = 0;
  let behindBlocks = 0;
  const { pairs, end } = await alternatingBlocks({
    sides: SIDES,
    blocks,
    workload,
    signal,
    run,
    endOf: async (side, { result }) => {
      if (side === 'through') gateway.end(result.exchanges);
      const reason = upstream?.ended();
      if (reason === undefined) return await endOfBlock(target, 'gateway', result, signal);
      return { trouble: { label: 'upstream', reason } };
    },
    onBlock(side) {
      shown.show();
      if (side === 'through') gateway.begin();
    },
    onPlace([floor, through], isHealthy) {
      if (floor === undefined || through === undefined) return;
      shown.end(medianTtft(floor), medianTtft(through));
      if (isHealthy) {
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
  return { step, end };
}

function medianTtft({ result }: Block): number | undefined {
  const streams = result.measure.series.blocks().get('chat')?.get('stream') ?? [];
  return sumOf(streams).ttftFromSend.percentile(50);
}

/** Such as `1 request in flight`. */
function loadName({ arrivalRate, promptWords }: OverheadLoad): string {
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
  assessment: Assessment,
  binary: string,
  side: Side,
  workload: Workload,
): Promise<Block> {
  const { upstream } = assessment;
  if (upstream === undefined) throw withoutUpstream();
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
  return { delays, queue, result };
}
