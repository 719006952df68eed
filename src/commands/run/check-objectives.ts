import type { Operation } from '../../contract/operations.ts';
import { UsageError } from '../../input/usage-error.ts';
import { modesSent } from '../../load/scenarios/supported-mix.ts';
import type { AnswerMode } from '../../measure/answer-mode.ts';
import type { Objective } from '../../measure/objective.ts';
import type { Configuration } from '../configuration/configuration.ts';

/**
 * Makes sure that the steps of a search can meet their objectives: one about an operation, mode or
 * metric that none of them can measure would be met at no rate.
 * @throws UsageError
 */
export function refuseUnsentObjectives({ workload, slo }: Configuration): void {
  const sent = modesSent(workload);
  if (sent === undefined) return;
  for (const objective of slo) {
    if (objective.kind !== 'latency' && objective.kind !== 'share') continue;
    const { operation, text } = objective;
    if (operation !== 'all' && !sent.has(operation)) {
      throw new UsageError(
        `Objective is about what is not sent: ${text}. The scenario ${workload.scenario} sends ${[...sent.keys()].join(', ')}. Give objectives of these with --slo, or choose another scenario.`,
      );
    }
    const why = whyUnmeasured(objective, modesAbout(operation, sent));
    if (why !== undefined) {
      throw new UsageError(
        `Objective is about what is never measured: ${text}. The scenario ${workload.scenario} ${why}. Give other objectives with --slo, or choose another scenario.`,
      );
    }
  }
}

function modesAbout(
  wanted: Operation | 'all',
  sent: ReadonlyMap<Operation, ReadonlySet<AnswerMode>>,
): ReadonlySet<AnswerMode> {
  const modes = [...sent].filter(([operation]) => wanted === 'all' || wanted === operation);
  return new Set(modes.flatMap(([, of]) => [...of]));
}

/** What the scenario does not do, so that no answer can tell of the objective. */
function whyUnmeasured(objective: Objective, sent: ReadonlySet<AnswerMode>): string | undefined {
  const { mode, operation, kind, metric } = objective;
  const whose = operation === 'all' ? '' : ` of ${operation}`;
  const needsTokens = kind === 'latency' && metric !== 'e2e';
  if (mode === 'slow') return sent.has('slow') ? undefined : `reads no answer${whose} slowly`;
  if (mode === undefined && kind !== 'latency') return undefined;
  if (!sent.has('body')) return `reads every answer${whose} slowly, which only "slow" is about`;
  if (mode === 'body') {
    return needsTokens
      ? `gets no tokens in the bodies${whose}, so ${metric} is not timed`
      : undefined;
  }
  if (mode === undefined && !needsTokens) return undefined;
  if (sent.has('stream')) return undefined;
  return `asks for no stream${whose}${sent.has('slow') ? ' but those that it reads slowly' : ''}`;
}
