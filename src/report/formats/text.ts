import type { Format } from '../format.ts';
import { againstLines } from '../performance/text.ts';
import { printable } from '../phrases/printable.ts';
import type { RunReport } from '../schema/run-report.ts';
import { capacityLines } from './text/capacity.ts';
import { findingLines } from './text/findings.ts';
import { loadLines } from './text/load.ts';
import { overheadLines } from './text/overhead.ts';
import { TextPage } from './text/text-page.ts';
import { verdictLines } from './text/verdict.ts';

/**
 * For a terminal: the verdict, rules that did not pass, measurements, and how to repeat the run. No line is wider than the terminal, or 100 columns elsewhere, except those that are meant to be copied whole.
 */
export const text: Format = textFormat();

export function textFormat(page = new TextPage()): Format {
  return {
    file: 'report.txt',
    onRequest: true,
    summary: 'plain text, as on the terminal',
    render: (report) => render(report, page),
  };
}

function render(report: RunReport, page: TextPage): string {
  const lines = [
    ...verdictLines(report, page),
    ...findingLines(report, page),
    ...capacityLines(report, page),
    ...overheadLines(report, page),
    ...againstLines(report, page),
    ...loadLines(report, page),
    '',
    `seed ${report.seed}, repeat with:`,
    `  ${printable(report.repro)}`,
  ];
  return `${lines.join('\n')}\n`;
}
