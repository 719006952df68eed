import type { Format } from '../format.ts';
import { againstLines } from '../performance/text.ts';
import { printable } from '../phrases/printable.ts';
import type { RunReport } from '../schema/run-report.ts';
import { capacityLines } from './text/capacity.ts';
import { findingLines } from './text/findings.ts';
import { loadLines } from './text/load.ts';
import { coloured, type Paint, uncoloured } from './text/paint.ts';
import { verdictLines } from './text/verdict.ts';

/**
 * For a terminal: the verdict, rules that did not pass, measurements, and how to repeat the run. At most 100 columns wide, but for the lines that are meant to be copied whole.
 */
export const text: Format = textFormat({ colour: false });

/** @param options.colour whether to write ANSI colours */
export function textFormat({ colour }: { readonly colour: boolean }): Format {
  const paint = colour ? coloured : uncoloured;
  return {
    file: 'report.txt',
    onRequest: true,
    summary: 'plain text, as on the terminal',
    render: (report) => render(report, paint),
  };
}

function render(report: RunReport, paint: Paint): string {
  const lines = [
    ...verdictLines(report, paint),
    ...findingLines(report, paint),
    ...capacityLines(report, paint),
    ...againstLines(report, paint),
    ...loadLines(report, paint),
    '',
    `seed ${report.seed}, repeat with:`,
    `  ${printable(report.repro)}`,
  ];
  return `${lines.join('\n')}\n`;
}
