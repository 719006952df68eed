import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { endsSearch, type OverheadStepFacts } from '../../report/assemble/overhead-section.ts';
import type { Assessment, Measured, Measurement } from '../run/assessment.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import {
  OVERHEAD_PACE,
  type OverheadOrder,
  overheadConfiguration,
  overheadLoads,
} from './overhead-order.ts';
import { loadName, overheadStep } from './overhead-step.ts';

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
  const { upstream, signal, progress } = assessment;
  if (upstream === undefined) throw withoutUpstream();
  const context = { assessment, upstream, binary, order };
  const steps: OverheadStepFacts[] = [];
  const { objectives } = order;
  for (const load of overheadLoads(order)) {
    if (signal.aborted) break;
    const { step, failure, trouble } = await overheadStep(context, load);
    const isLast = endsSearch(step, steps);
    steps.push(step);
    if (failure !== undefined || trouble !== undefined) {
      return {
        facts: { overhead: { steps, objectives } },
        failures: failure === undefined ? [] : [failure],
        cutShort: [],
        ...defined({ targetTrouble: trouble }),
      };
    }
    progress.say(`Overhead at ${loadName(load)}: ${medianPhrase(step)}`);
    if (isLast) break;
  }
  return { facts: { overhead: { steps, objectives } }, failures: [], cutShort: [] };
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
    .filter(({ metric, percent }) => percent === 50 && SHOWN.has(metric))
    .map(({ mode, metric, overheadMs }) => `${mode} ${metric} p50 ${overheadMs.toFixed(2)} ms`);
  return medians.length === 0 ? 'not measured' : medians.join(', ');
}
