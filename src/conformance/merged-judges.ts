import type { RuleJudge } from './judge.ts';
import { addCounts, EXAMPLES_KEPT, emptyTally, type Tally } from './tally.ts';

/** A rule with its tally. */
export type JudgedRule = Pick<RuleJudge, 'rule' | 'tally'>;

/** The tally of each rule over several runs. */
export class MergedJudges {
  readonly #tallies = new Map<RuleJudge['rule'], Tally>();

  add(judges: readonly JudgedRule[]): void {
    for (const { rule, tally } of judges) {
      const whole = this.#tallies.get(rule) ?? emptyTally();
      this.#tallies.set(rule, whole);
      merge(whole, tally);
    }
  }

  get judges(): readonly JudgedRule[] {
    return [...this.#tallies].map(([rule, tally]) => ({ rule, tally }));
  }
}

function merge(whole: Tally, part: Tally): void {
  addCounts(whole, part);
  for (const [operation, { findings, examples }] of part.byOperation) {
    const known = whole.byOperation.get(operation);
    whole.byOperation.set(operation, {
      findings: (known?.findings ?? 0) + findings,
      examples: [...(known?.examples ?? []), ...examples].slice(0, EXAMPLES_KEPT),
    });
  }
}
