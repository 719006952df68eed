import type { Operation } from '../../contract/operations.ts';
import { UsageError } from '../../input/usage-error.ts';
import { formsSent } from '../../load/scenarios/supported-mix.ts';
import type { Form } from '../../measure/answer-mode.ts';
import type { Objective } from '../../measure/objective.ts';
import type { Configuration } from '../configuration/configuration.ts';

/**
 * Makes sure that the steps of a search can meet their objectives: one about an operation, form or
 * metric that none of them can measure would be met at no rate.
 * @throws UsageError
 */
export function refuseUnsentObjectives({ workload, slo }: Configuration): void {
  const sent = formsSent(workload);
  if (sent === undefined) return;
  for (const objective of slo) {
    if (objective.kind !== 'latency' && objective.kind !== 'share') continue;
    const { operation, text } = objective;
    if (operation !== 'all' && !sent.has(operation)) {
      throw new UsageError(
        `Objective is about what is not sent: ${text}. The scenario ${workload.scenario} sends ${[...sent.keys()].join(', ')}. Give objectives of these with --slo, or choose another scenario.`,
      );
    }
    const why = whyUnmeasured(objective, formsAbout(operation, sent));
    if (why !== undefined) {
      throw new UsageError(
        `Objective is about what is never measured: ${text}. The scenario ${workload.scenario} ${why}. Give other objectives with --slo, or choose another scenario.`,
      );
    }
  }
}

function formsAbout(
  wanted: Operation | 'all',
  sent: ReadonlyMap<Operation, ReadonlySet<Form>>,
): ReadonlySet<Form> {
  const forms = [...sent].filter(([operation]) => wanted === 'all' || wanted === operation);
  return new Set(forms.flatMap(([, of]) => [...of]));
}

/** What the scenario does not do, so that no answer can tell of the objective. */
function whyUnmeasured(objective: Objective, sent: ReadonlySet<Form>): string | undefined {
  const { form, operation, kind, metric } = objective;
  const whose = operation === 'all' ? '' : ` of ${operation}`;
  const needsTokens = kind === 'latency' && metric !== 'e2e';
  if (form === 'slow') return sent.has('slow') ? undefined : `reads no answer${whose} slowly`;
  if (form === undefined && kind !== 'latency') return undefined;
  if (!sent.has('body')) return `reads every answer${whose} slowly, which only "slow" is about`;
  if (form === 'body') {
    return needsTokens
      ? `gets no tokens in the bodies${whose}, so ${metric} is not timed`
      : undefined;
  }
  if (form === undefined && !needsTokens) return undefined;
  if (sent.has('stream')) return undefined;
  return `asks for no stream${whose}${sent.has('slow') ? ' but those that it reads slowly' : ''}`;
}
