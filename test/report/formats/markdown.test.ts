import { describe, expect, test } from 'vitest';
import { code, escapeMarkdown } from '../../../src/report/formats/markdown/spans.ts';
import { markdown } from '../../../src/report/formats/markdown.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import * as samples from '../sample-report.ts';

/** Cells of a row as GFM splits it: a backslash takes the next character with it. */
function cellsOf(line: string): number {
  return line.replace(/\\./g, '').split('|').length;
}

test('code: plain text is a code span', () => {
  expect(code('{"a":1}', 100)).toBe('`{"a":1}`');
});

test.each([
  ['a backtick', '`', '<code>&#96;</code>'],
  ['a pipe', 'a|b', '<code>a&#124;b</code>'],
  ['a backslash before a pipe', '\\|', '<code>&#92;&#124;</code>'],
  ['a tag beside a backtick', '`<b>', '<code>&#96;&#60;b&#62;</code>'],
  ['a line feed', 'a\nb', '`a␊b`'],
  ['nothing', '', '–'],
])('code: %s cannot end the code span', (_what, text, expected) => {
  expect(code(text, 100)).toBe(expected);
});

test.each([
  ['a mention', '@team', '@&#8203;team'],
  ['an issue', '#12', '#&#8203;12'],
  ['a link', '[a](b)', '&#91;a&#93;(b)'],
  ['a bare link', 'http://a.b', 'http&#58;//a.b'],
  ['a bare host', 'www.a.b', 'www&#46;a.b'],
  ['a tag', '<b>', '&#60;b&#62;'],
  ['a pipe', '|', '&#124;'],
  ['emphasis', '**a** _b_', '&#42;&#42;a&#42;&#42; &#95;b&#95;'],
  ['a sentence', 'Seed 42: e2e p99, 50/s.', 'Seed 42: e2e p99, 50/s.'],
])('plain: %s is shown as text', (_what, text, expected) => {
  expect(escapeMarkdown(text)).toBe(expected);
});

describe.each(Object.entries(HOSTILE_TEXTS))('hostile text: %s', (_what, text) => {
  test('markdown: every row of a table has as many cells as its head', () => {
    const lines = markdown.render(samples.hostileGate(text)).split('\n');
    for (const [index, line] of lines.entries()) {
      const above = lines[index - 1] ?? '';
      if (line.startsWith('|') && above.startsWith('|')) expect(cellsOf(line)).toBe(cellsOf(above));
    }
    expect(lines.filter((line) => line.startsWith('|')).length).toBeGreaterThan(10);
  });
});

test.each([
  ['a pass', samples.passingGate()],
  ['a fail', samples.failingGate()],
  ['a fail of many rules', manyReasons()],
])('summary: %s fits into nine lines, and the rest opens on a click', (_what, report) => {
  const text = markdown.render(report);
  expect(text.match(/<details>/g)).toEqual(text.match(/<\/details>/g)?.map(() => '<details>'));
  const closed = text.replace(/<details>[\s\S]*<\/details>/, '');
  expect(closed.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(9);
});

test('summary: the settings are a file in a fence, which nothing in them ends', () => {
  const text = markdown.render({ ...samples.passingGate(), settings: { label: '```' } });
  expect(text).toContain('\n\n````yaml\nlabel: "```"\n````\n\n</details>\n\nSeed 42,');
});

test('summary: the name of the bundled gateway is prose, and its address is code', () => {
  const report = samples.passingGate();
  const { address } = report.target;
  const text = markdown.render({ ...report, target: { kind: 'embedded', address } });
  expect(text).toContain(`gate of bundled reference gateway (\`${address}\`), `);
});

function manyReasons(): RunReport {
  const reasons = Array.from({ length: 84 }, (_, at) => `Required rule failed: rule-${at}.`);
  return { ...samples.failingGate(), reasons };
}
