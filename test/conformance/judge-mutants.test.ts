import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Rule } from '../../src/conformance/rule.ts';
import { chatChoiceIndex } from '../../src/conformance/rules/chat/answers.ts';
import { judgeRow, type Row } from '../../src/library/testing/judge-row.ts';
import { JudgeCode } from './judge-mutants/judge-code.ts';
import { mutationsOf } from './judge-mutants/mutations.ts';
import { EXPLAINED, passes, survivorsOf } from './judge-mutants/survivors.ts';

const TABLES = vi.hoisted(() => new Map<string, Row<'any'>[]>());
vi.mock('./rules/rule-table.ts', () => ({
  ruleTable: (rule: Rule, rows: readonly Row<'any'>[]) =>
    TABLES.set(rule.id, [...(TABLES.get(rule.id) ?? []), ...rows]),
}));
for (const path of globSync(join(import.meta.dirname, 'rules/**/*.test.ts'))) await import(path);

const code = await JudgeCode.read();
const FILES = code.files.map((file) => [file.name, file] as const);

/**
 * The code of every judge, with one change at a time, judges the evidence of its table. A change that
 * fails no row is a condition that the table does not test: it needs a row, or an entry in
 * `survivors.json` that says why no evidence can show it.
 */
describe('judge mutants', () => {
  test.each(FILES)(
    'judge mutants: %s: each fails a row of a table, or is explained',
    async (name, file) => {
      const survivors = await survivorsOf(code, file, passesTable);
      expect(survivors.toSorted(), 'mutants that pass every row').toEqual(
        Object.keys(EXPLAINED[name] ?? {}).toSorted(),
      );
    },
  );

  test('judge mutants: rules that are loaded again unchanged pass their tables', async () => {
    for (const file of code.files) {
      for (const rule of await code.unchanged(file)) passesTable(rule);
    }
  });

  test('judge mutants: an explanation names a file with code of judges', () => {
    const names = FILES.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(EXPLAINED)));
  });

  test('judge mutants: a judge in an endless loop passes nothing', () => {
    const endless: Rule<'reply'> = {
      ...chatChoiceIndex,
      judge() {
        for (;;);
      },
    };
    expect(passes(chatChoiceIndex, passesTable)).toBe(true);
    expect(passes(endless, passesTable, 100)).toBe(false);
  });
});

describe('mutations', () => {
  const namesOf = (source: string) => mutationsOf('judge.ts', source).map(({ name }) => name);

  test('mutations: the needs, skips and findings of a judge are dropped, its conditions inverted', () => {
    const source = `function* judge({ n }: Sent, most: number) {
      need(n !== undefined, 'a number');
      if (!isOdd(n)) return;
      if (n > most) yield { expected: 'less', actual: n };
      yield* others(n);
    }`;
    expect(namesOf(source)).toEqual([
      "need(n !== undefined, 'a number'); is dropped",
      'n !== undefined becomes ===',
      'if (!isOdd(n)) is dropped',
      '!isOdd(n) becomes isOdd(n)',
      'n > most becomes <=',
      'n > most becomes >=',
      "yield { expected: 'less', actual: n }; is dropped",
      'yield* others(n); is dropped',
    ]);
  });

  test('mutations: only the place that the name says is changed', () => {
    const mutations = mutationsOf('judge.ts', 'const is = (a < b) === c; // a < b');
    expect(mutations.map(({ source }) => source)).toEqual([
      'const is = (a < b) !== c; // a < b',
      'const is = (a >= b) === c; // a < b',
      'const is = (a <= b) === c; // a < b',
    ]);
  });

  test('mutations: places with the same words are numbered', () => {
    expect(namesOf('function* judge() { yield a; if (b) yield a; }')).toEqual([
      'yield a; is dropped',
      'yield a; is dropped (2)',
    ]);
  });
});

function passesTable(rule: Rule): void {
  const rows = TABLES.get(rule.id) ?? [];
  expect(rows.length, `rows of ${rule.id}`).toBeGreaterThan(0);
  for (const row of rows) judgeRow(rule, row);
}
