import { operationsSent } from '../load/offered-mix.ts';
import { UsageError } from '../words/usage-error.ts';
import type { Configuration } from './configuration.ts';

/**
 * Makes sure that the steps of a search can meet their objectives: one about an operation that none
 * of them sends would be missed at every rate.
 * @throws UsageError
 */
export function refuseUnsentObjectives({ workload, slo }: Configuration): void {
  const sent = operationsSent(workload);
  const unsent = slo.find(({ kind, operation }) => {
    const isSought = kind === 'latency' || kind === 'share';
    return isSought && operation !== 'all' && sent?.has(operation) === false;
  });
  if (unsent === undefined || sent === undefined) return;
  throw new UsageError(
    `Objective is about what is not sent: ${unsent.text}. The scenario ${workload.scenario} sends ${[...sent].join(', ')}. Give objectives of these with --slo, or choose another scenario.`,
  );
}
