import { test } from 'vitest';
import type { CustomRule } from '../../conformance/custom-rule.ts';
import type { EvidenceKind } from '../../conformance/evidence.ts';
import type { Rule } from '../../conformance/rule.ts';
import { judgeRow, type Row } from './judge-row.ts';

/** Tests one rule by a table, through the judge that runs use: one test a row. */
export function ruleTable<K extends EvidenceKind>(
  rule: Rule<K> | CustomRule<K>,
  rows: readonly Row<K>[],
): void {
  for (const row of rows) {
    test(`${rule.id}: ${row.name} is ${outcomeOf(rule, row)}`, () => judgeRow(rule, row));
  }
}

const OUTCOMES = { must: 'fail', should: 'warn', may: 'note' } as const;

function outcomeOf<K extends EvidenceKind>(rule: Rule<K> | CustomRule<K>, row: Row<K>): string {
  if (row.unverifiable !== undefined) return 'could-not-verify';
  return row.findings === undefined ? 'pass' : OUTCOMES[rule.level];
}
