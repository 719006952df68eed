import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { columnsOf, TextPage } from '../../../src/report/formats/text/text-page.ts';
import { terminalText, text } from '../../../src/report/formats/text.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { foundKnee } from '../sample-capacity.ts';
import * as samples from '../sample-report.ts';

const LINES = 24;

function shown(report: RunReport, columns = 100, isVerbose = false): string {
  return terminalText(report, new TextPage({ columns }), isVerbose);
}

function linesOf(output: string): readonly string[] {
  return output.trimEnd().split('\n');
}

test('terminal: a gate that passes is at most eight lines, and one for the report', () => {
  const lines = linesOf(shown(samples.passingGate()));
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(lines[0]).toMatch(/^ PASS {2}gate of http:\S+ · profile reference · 52\.3 s$/);
  expect(lines[1]).toBe('  rules       44 required passed · 4 recommended');
  expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain(
    ' · errors: status 502 × 2, timed-out × 1 · ',
  );
  expect(lines.at(-1)).toMatch(/^ {2}repeat {6}npx assay gate /);
});

test('terminal: a run that failed has a line for each cause below its verdict', () => {
  const output = shown(samples.failingGate());
  expect(output).toMatch(/^ FAIL {2}gate of .*\n {2}\S/);
  expect(output).toMatch(/^ {2}chat-created-integer: "1763721727", expected an integer$/m);
  expect(output).toMatch(/^ {2}Objective missed: chat e2e p99 < 800ms\. Measured 1 012 ms/m);
  expect(output).toMatch(/^ {2}objectives {2}2 of 3 met$/m);
  expect(linesOf(output).length).toBeLessThanOrEqual(LINES);
});

test('terminal: a load without an objective for latency says where to find one', () => {
  const gate = samples.passingGate();
  const errors = gate.slo.filter(({ unit }) => unit !== 'ms');
  const advice = 'none for latency: npx assay report --suggest-objectives';
  const met = `${errors.length} of ${errors.length} met`;
  expect(shown({ ...gate, slo: errors })).toContain(`  objectives  ${met} · ${advice}\n`);
  expect(shown({ ...gate, slo: [] })).toContain(`  objectives  ${advice}\n`);
  expect(shown(gate)).not.toContain(advice);
  expect(shown({ ...samples.conformanceOnly(), load: undefined })).not.toContain(advice);
});

test('terminal: more causes than fit on a screen are counted', () => {
  const report = samples.failingGate();
  const reasons = Array.from({ length: 60 }, (_, at) => `Reason ${at}.`);
  const lines = linesOf(shown({ ...report, reasons }));
  expect(lines).toHaveLength(LINES);
  const left = 60 - lines.filter((line) => line.startsWith('  Reason ')).length;
  expect(lines).toContain(`  and ${left} more reasons: see the report`);
});

test.each([60, 80, 100, 140])(
  'terminal: no line is wider than %s columns, but the one to repeat',
  (columns) => {
    for (const report of [
      samples.passingGate(),
      samples.failingGate(),
      samples.interruptedGate(),
    ]) {
      const lines = linesOf(shown(report, columns));
      const wide = lines.filter(
        (line) => !line.startsWith('  repeat') && columnsOf(line) > columns,
      );
      expect(wide).toEqual([]);
      expect(lines.length).toBeLessThanOrEqual(LINES);
    }
  },
);

test('terminal: in 60 columns no line ends within a figure', () => {
  const lines = linesOf(shown(samples.passingGate(), 60));
  expect(lines.join('\n')).toContain('  p95         chat TTFT 76.8 ms, request 295 ms ·\n');
  expect(lines.filter((line) => /^ +ms\b/.test(line))).toEqual([]);
});

test('terminal: with --verbose every table comes first, and the verdict last', () => {
  const report = samples.failingGate();
  expect(shown(report, 100, true)).toBe(`${text.render(report)}\n${shown(report)}`);
});

test('terminal: a search for the knee is shown whole', () => {
  expect(shown(foundKnee())).toBe(`${text.render(foundKnee())}\n`);
});

test('terminal: the verdict has a colour, and the text is the same without it', () => {
  const report = samples.failingGate();
  const coloured = terminalText(report, new TextPage({ colour: true }), false);
  expect(coloured.startsWith(' \u{1b}[31mFAIL\u{1b}[39m  gate of ')).toBe(true);
  expect(stripVTControlCharacters(coloured)).toBe(shown(report));
});

test.each(Object.entries(HOSTILE_TEXTS))('terminal: hostile text cannot act: %s', (_, hostile) => {
  expect(shown(samples.hostileGate(hostile))).not.toMatch(/[^\P{Cc}\n]/u);
});
