import { expect } from 'vitest';
import { type CustomRule, completeRule } from '../../conformance/custom-rule.ts';
import type { EvidenceKind } from '../../conformance/evidence.ts';
import type { Expectations } from '../../conformance/expectations.ts';
import { RuleJudge } from '../../conformance/judge.ts';
import { expectations } from '../../conformance/profiles/resolved-profile.ts';
import type { Finding, Gathered, Rule } from '../../conformance/rule.ts';
import type { Tally } from '../../conformance/tally.ts';

/** One case: what came back, and what the rule makes of it. */
export interface Row<K extends EvidenceKind> {
  /** The condition, as in "a chunk after [DONE]". */
  readonly name: string;
  /** One piece of evidence, or the several of a whole run. */
  readonly evidence: Gathered<K> | readonly Gathered<K>[];
  /** Every finding, in order, by the members worth naming. Without it the rule passes. */
  readonly findings?: readonly Partial<Finding>[];
  /** The evidence cannot settle the rule, and the reason has these words. */
  readonly unverifiable?: string;
  /** Settings that differ from their defaults. */
  readonly expect?: Partial<Expectations>;
}

/** Throws when a rule makes something else of a row than the row says. */
export function judgeRow<K extends EvidenceKind>(rule: Rule<K> | CustomRule<K>, row: Row<K>): void {
  const tally = judge(completeRule(rule), row);
  if (row.unverifiable !== undefined) {
    expect([...tally.reasons].join('\n')).toContain(row.unverifiable);
    expect(tally).toMatchObject({ judged: 0, findings: 0 });
    return;
  }
  const wanted = row.findings ?? [];
  expect([...tally.reasons]).toEqual([]);
  expect(findingsOf(tally)).toMatchObject(wanted.slice(0, findingsOf(tally).length));
  expect(tally.findings).toBe(wanted.length);
  expect(tally.judged).toBeGreaterThan(0);
}

function judge<K extends EvidenceKind>(rule: Rule<K>, row: Row<K>): Tally {
  const ruling = new RuleJudge(rule, expectations(row.expect ?? {}));
  for (const piece of [row.evidence].flat()) ruling.judgeOwn(piece);
  return ruling.tally;
}

function findingsOf(tally: Tally): Finding[] {
  return [...tally.byOperation.values()].flatMap(({ examples }) =>
    examples.map(({ finding }) => finding),
  );
}
