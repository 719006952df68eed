import { runDocument } from '../document/run-document.ts';
import type { Format } from '../format.ts';
import { TextPage } from './text/text-page.ts';
import { documentText } from './text/text-writer.ts';

/**
 * For a terminal: the verdict, rules that did not pass, measurements, and how to repeat the run. No
 * line is wider than the terminal, or 100 columns elsewhere, except those that are meant to be copied
 * whole.
 */
export const text: Format = textFormat();

export function textFormat(page = new TextPage()): Format {
  return {
    file: 'report.txt',
    onRequest: true,
    summary: 'plain text, as on the terminal',
    render: (report) => documentText(runDocument(report), page),
  };
}
