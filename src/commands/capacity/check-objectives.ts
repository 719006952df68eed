import type { Operation } from '../../contract/operations.ts';
import { UsageError } from '../../input/usage-error.ts';
import { modesSent } from '../../load/scenarios/supported-mix.ts';
import type { AnswerMode } from '../../measure/answer-mode.ts';
import type { Objective } from '../../measure/objective.ts';
import type { Configuration } from '../configuration/configuration.ts';

/**
 * Checks that the steps of a search can meet their objectives: an objective that no step can
 * measure would be met at no rate.
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
        `Objective can never be measured: ${text}. The scenario ${workload.scenario} sends only ${[...sent.keys()].join(', ')}. Set other objectives with --slo, or choose another scenario.`,
      );
    }
    const why = whyUnmeasured(objective, modesAbout(operation, sent));
    if (why !== undefined) {
      throw new UsageError(
        `Objective can never be measured: ${text}. The scenario ${workload.scenario} ${why}. Set other objectives with --slo, or choose another scenario.`,
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

/** Why the scenario never measures the objective; undefined when it does. */
function whyUnmeasured(objective: Objective, sent: ReadonlySet<AnswerMode>): string | undefined {
  const { mode, operation, kind, metric } = objective;
  const whose = operation === 'all' ? '' : ` for ${operation}`;
  const needsTokens = kind === 'latency' && metric !== 'e2e';
  if (metric === 'replay') {
    return sent.has('replay') ? undefined : `repeats no answered idempotency key${whose}`;
  }
  if (mode === 'slow') return sent.has('slow') ? undefined : `has no slow reader${whose}`;
  if (mode === undefined && kind !== 'latency') return undefined;
  if (!sent.has('body'))
    return `has only slow readers${whose}, which only objectives with "slow" measure`;
  // A body with a metric of tokens is refused where the objective is read.
  if (mode === 'body' || (mode === undefined && !needsTokens)) return undefined;
  if (sent.has('stream')) return undefined;
  return `requests no stream${whose}${sent.has('slow') ? ' except by slow readers' : ''}`;
}
