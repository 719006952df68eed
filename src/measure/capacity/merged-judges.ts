import type { RuleJudge, Tally } from '../../conformance/judge.ts';

/** A rule with what it saw. */
export type JudgedRule = Pick<RuleJudge, 'rule' | 'tally'>;

const EXAMPLES_KEPT = 3;
const REASONS_KEPT = 5;

/** What each rule saw over several runs. */
export class MergedJudges {
  readonly #tallies = new Map<RuleJudge['rule'], Tally>();

  add(judges: readonly JudgedRule[]): void {
    for (const { rule, tally } of judges) {
      const whole = this.#tallies.get(rule);
      this.#tallies.set(rule, whole === undefined ? copyOf(tally) : whole);
      if (whole !== undefined) merge(whole, tally);
    }
  }

  get all(): readonly JudgedRule[] {
    return [...this.#tallies].map(([rule, tally]) => ({ rule, tally }));
  }
}

function copyOf(tally: Tally): Tally {
  return {
    ...tally,
    reasons: new Set(tally.reasons),
    lacking: new Map(tally.lacking),
    byOperation: new Map(tally.byOperation),
  };
}

function merge(whole: Tally, part: Tally): void {
  whole.judged += part.judged;
  whole.unverified += part.unverified;
  whole.findings += part.findings;
  for (const reason of part.reasons) {
    if (whole.reasons.size < REASONS_KEPT) whole.reasons.add(reason);
  }
  for (const [prerequisite, count] of part.lacking) {
    whole.lacking.set(prerequisite, (whole.lacking.get(prerequisite) ?? 0) + count);
  }
  for (const [operation, { findings, examples }] of part.byOperation) {
    const known = whole.byOperation.get(operation);
    whole.byOperation.set(operation, {
      findings: (known?.findings ?? 0) + findings,
      examples: [...(known?.examples ?? []), ...examples].slice(0, EXAMPLES_KEPT),
    });
  }
}
