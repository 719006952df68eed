import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { markdown } from '../../../src/report/formats/markdown.ts';
import {
  columnsOf,
  DEFAULT_COLUMNS,
  TextPage,
} from '../../../src/report/formats/text/text-page.ts';
import { text, textFormat } from '../../../src/report/formats/text.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { foundKnee, weakGenerator } from '../sample-capacity.ts';
import * as samples from '../sample-report.ts';

/** Lines that a user copies, which are not wrapped. */
const WHOLE = /^ {2,4}(curl |npx assay )/;

function requireWidth(output: string, width = DEFAULT_COLUMNS): void {
  const wide = output.split('\n').filter((line) => !WHOLE.test(line) && columnsOf(line) > width);
  expect(wide).toEqual([]);
}

const WIDTHS = [40, 60, 80, 100, 140];

test.each(WIDTHS)('text: no line of a report is wider than a terminal of %s columns', (columns) => {
  for (const report of [
    samples.passingGate(),
    samples.failingGate(),
    samples.interruptedGate(),
    samples.conformanceOnly(),
    foundKnee(),
    weakGenerator(),
  ]) {
    requireWidth(textFormat(new TextPage({ columns })).render(report), columns);
  }
});

test('text: a file, which has no terminal, keeps to 100 columns', () => {
  requireWidth(text.render(samples.failingGate()), 100);
  expect(text.render(samples.failingGate())).toBe(
    textFormat(new TextPage({ columns: 100 })).render(samples.failingGate()),
  );
});

test('text: a narrow terminal cuts no figure of a report away but p90 and p99', () => {
  const narrow = textFormat(new TextPage({ columns: 50 })).render(samples.passingGate());
  const wide = text.render(samples.passingGate());
  expect(narrow).toMatch(/^ms +n +p50 +p95 +max$/m);
  expect(wide).toMatch(/^ms +n +p50 +p90 +p95 +p99 +max$/m);
  // Each part of a table repeats the names of its rows.
  const figures = (output: string) => {
    const others = output.replace(/^Latency$[\s\S]*^Rules$/m, '');
    return [...new Set(others.match(/\d[\d.]*/g))].toSorted();
  };
  expect(figures(narrow)).toEqual(figures(wide));
});

test.each(Object.entries(HOSTILE_TEXTS))(
  'text: hostile text keeps the width: %s',
  (_what, hostile) => {
    const report = samples.hostileGate(hostile);
    // A line of curl is not wrapped, because a user copies it: here there is none.
    for (const rule of report.rules) {
      for (const finding of rule.conformance?.examples ?? []) {
        finding.reproduce = { assay: 'npx assay conform' };
        delete finding.evidence?.curl;
      }
    }
    requireWidth(text.render(report));
  },
);

test('text: colour appears only in the coloured form, and does not change the text', () => {
  const report = samples.failingGate();
  const coloured = textFormat(new TextPage({ colour: true })).render(report);
  expect(coloured).toContain('\u{1b}[31m✗ fail\u{1b}[39m');
  expect(stripVTControlCharacters(coloured)).toBe(text.render(report));
});

test('text: operations are in the order of the interface', () => {
  const report = samples.passingGate();
  if (report.load === undefined) throw new Error('no load');
  const entries = Object.entries(report.load.operations).toReversed();
  report.load.operations = Object.fromEntries(entries);
  expect(text.render(report)).toBe(text.render(samples.passingGate()));
});

test('text: findings under load say how many others were set aside', () => {
  const report = samples.failingGate();
  for (const { load } of report.rules)
    if (load !== undefined && load.findings > 0) load.setAside = 5;
  expect(text.render(report)).toMatch(/judged, 5\s+set aside/);
  expect(text.render(samples.failingGate())).not.toContain('set aside');
});

test.each([
  ['text', text],
  ['markdown', markdown],
])('%s: a rule that passed on part of its evidence says which part', (_name, format) => {
  const report = samples.passingGate();
  const rule = report.rules.find(({ verdict }) => verdict === 'pass');
  if (rule === undefined) throw new Error('no rule passed');
  rule.remark = 'set aside 5 of 900 pieces of evidence under load';
  const rendered = format.render(report).replaceAll('\\', '');
  expect(rendered).toContain('Passed on part of the evidence');
  expect(rendered).toContain(`${rule.id}: set aside 5 of 900 pieces of evidence under load.`);
});

test('text: the verdict is the first word, the repeat line the last', () => {
  const lines = text.render(samples.failingGate()).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^✗ fail {2}gate of /);
  expect(lines.at(-1)).toMatch(/^ {2}npx assay gate .* --seed 42$/);
});

test.each([
  ['a long word is cut at the width', 'x'.repeat(150), ['x'.repeat(98), 'x'.repeat(52)]],
  ['wide characters count twice', '漢'.repeat(60), ['漢'.repeat(49), '漢'.repeat(11)]],
  ['words stay whole', `${'a '.repeat(48)}bcd efg`, [`${'a '.repeat(48)}`.trimEnd(), 'bcd efg']],
])('wrap: %s', (_what, long, lines) => {
  expect(new TextPage().wrap(long, 2)).toEqual(lines.map((line) => `  ${line}`));
});
