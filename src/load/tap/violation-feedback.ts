import type { RuleJudge } from '../../conformance/judge.ts';
import { isOperation } from '../../contract/operations.ts';
import type { Tap } from './tap.ts';

/** Sends the engine the findings since the last time: they become `gw_violations`. */
export class ViolationFeedback {
  readonly #told = new Map<string, number>();

  tell(judges: readonly RuleJudge[], tap: Pick<Tap, 'violations'>): void {
    for (const { rule, tally } of judges) {
      for (const [operation, { findings }] of tally.byOperation) {
        const name = `${rule.id} ${operation}`;
        const fresh = findings - (this.#told.get(name) ?? 0);
        if (fresh === 0) continue;
        this.#told.set(name, findings);
        tap.violations(rule.id, isOperation(operation) ? operation : 'other', fresh);
      }
    }
  }
}
