import type { RuleJudge } from '../../conformance/judge.ts';
import { isOperation } from '../../contract/operations.ts';
import type { Tap } from './tap.ts';

/** Sends the findings since the last call to the engine, which counts them in `gw_violations`. */
export class ViolationFeedback {
  readonly #sent = new Map<string, number>();

  send(judges: readonly RuleJudge[], tap: Pick<Tap, 'violations'>): void {
    for (const { rule, tally } of judges) {
      for (const [operation, { findings }] of tally.byOperation) {
        const name = `${rule.id} ${operation}`;
        const fresh = findings - (this.#sent.get(name) ?? 0);
        if (fresh === 0) continue;
        this.#sent.set(name, findings);
        tap.violations(rule.id, isOperation(operation) ? operation : 'other', fresh);
      }
    }
  }
}
