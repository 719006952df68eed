import { UsageError } from '../../input/usage-error.ts';
import {
  endsSearch,
  type OverheadFacts,
  type OverheadStepFacts,
} from '../../report/assemble/overhead-section.ts';
import type { Assessment } from '../run/assessment.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import { type OverheadOrder, overheadLoads } from './overhead-order.ts';
import { loadName, overheadStep } from './overhead-step.ts';

export interface OverheadPart extends OverheadFacts {
  /** Failures of the engine, one sentence each. */
  readonly failures: readonly string[];
  /** Why the target is gone; absent while it responds. */
  readonly targetTrouble?: string;
}

/**
 * Measures what the gateway adds: with one request in flight, then at each rate, until the gateway or
 * the generator cannot keep up.
 * @throws SetupError, UsageError
 */
export async function overheadPart(
  assessment: Assessment,
  binary: string,
  order: OverheadOrder,
): Promise<OverheadPart> {
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
    const failures = failure === undefined ? [] : [failure];
    if (failure !== undefined || trouble !== undefined) {
      return { steps, objectives, failures, ...(trouble && { targetTrouble: trouble }) };
    }
    progress.say(`Overhead at ${loadName(load)}: ${medianPhrase(step)}`);
    if (isLast) break;
  }
  return { steps, objectives, failures: [] };
}

/** @throws UsageError when no provider is configured whose times could be compared */
export function refuseWithoutUpstream(upstream: string | undefined): void {
  if (upstream === undefined) throw withoutUpstream();
}

/** @throws UsageError when the gateway answers without a request to the upstream */
export function refuseUncalledUpstream({ capabilities }: ConnectedTarget): void {
  const problem = capabilities.upstream?.problem;
  if (problem !== undefined) throw new UsageError(problem);
}

function withoutUpstream(): UsageError {
  return new UsageError(
    'assay overhead needs --upstream: it compares the gateway with its provider, which must be Assay. Add --upstream 127.0.0.1:0, and configure the gateway to use that address.',
  );
}

function medianPhrase(step: OverheadStepFacts): string {
  const medians = step.figures
    .filter(({ method, metric }) => method === 'difference' && metric !== 'forward')
    .flatMap(({ mode, metric, percentiles }) =>
      percentiles
        .filter(({ percent }) => percent === 50)
        .map(({ overheadMs }) => `${mode} ${metric} p50 ${overheadMs.toFixed(2)} ms`),
    );
  return medians.length === 0 ? 'not measured' : medians.join(', ');
}
