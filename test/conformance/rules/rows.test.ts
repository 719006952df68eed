import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { isRow } from '../../../src/conformance/rows/row.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import { MEMBER_TABLES } from './member-tables.ts';
import { RELAY_TABLES } from './relay-tables.ts';
import { REQUEST_TABLES } from './request-tables.ts';
import type { Tables } from './row-table.ts';
import { ruleTable } from './rule-table.ts';
import { STREAM_TABLES } from './stream-tables.ts';
import { TEXT_TABLES } from './text-tables.ts';

const TABLES: Tables = {
  ...MEMBER_TABLES,
  ...RELAY_TABLES,
  ...REQUEST_TABLES,
  ...STREAM_TABLES,
  ...TEXT_TABLES,
};
const ROWS = CATALOGUE.map(({ rule }) => rule).filter((rule: Rule) => isRow(rule));

for (const rule of ROWS) ruleTable(rule, TABLES[rule.kind]?.(rule) ?? []);

test('rows: each kind has a table, and each table has a kind', () => {
  const kinds = new Set(ROWS.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(Object.keys(TABLES).toSorted());
});
