import { present } from '../../input/defined.ts';
import {
  type Block,
  type Head,
  type ReportDocument,
  type Section,
  shownIn,
  type Tone,
} from '../document/document.ts';
import { runDocument } from '../document/run-document.ts';
import { runSummary } from '../document/run-summary.ts';
import { formatCount } from '../phrases/number-format.ts';
import { clipLine, printable } from '../phrases/printable.ts';
import { MARK } from '../phrases/verdicts.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Format } from '../write.ts';
import { ruleLines } from './text/rule-lines.ts';
import { summaryLines } from './text/summary-lines.ts';
import { plain, tableLines } from './text/table-lines.ts';
import { TextPage, titleLines } from './text/text-page.ts';

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
    summary: 'plain text, as on the terminal with --verbose',
    render: (report) => documentText(runDocument(report), page),
  };
}

/**
 * What a terminal shows of a run. Its verdict is in the last lines, which are what is left on the screen.
 * A search for the knee and an overhead are tables whose verdict comes first.
 */
export function terminalText(report: RunReport, page: TextPage, isVerbose: boolean): string {
  const isTable = report.capacity !== undefined || report.overhead !== undefined;
  const whole = isTable || isVerbose ? `${textFormat(page).render(report)}\n` : '';
  const summary = isTable ? [] : summaryLines(runSummary(report), page);
  return whole + summary.map((line) => `${line}\n`).join('');
}

const REASONS = 12;

/** A report for a terminal. */
export function documentText({ head, sections, closing }: ReportDocument, page: TextPage): string {
  const lines = [
    ...headLines(head, page),
    ...shownIn('terminal', sections).flatMap((each) => ['', ...sectionLines(each, page)]),
    ...(closing === undefined ? [] : ['', ...blocksLines(closing.blocks, page)]),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines(head: Head, page: TextPage): string[] {
  const { outcome, meaning, reasons, remarks } = head;
  const indent = outcome === undefined ? 0 : 2;
  const left = reasons.length - REASONS;
  return present([
    ...titleOf(head, page),
    ...(meaning === undefined ? [] : page.wrap(clipLine(meaning, 600), indent, 2)),
    ...reasons.slice(0, REASONS).flatMap((reason) => page.wrap(plain(reason), indent, 2)),
    left > 0 && `  and ${formatCount(left)} more reasons: see report.html`,
    ...remarks.flatMap(({ words, tone }) => painted(page.wrap(plain(words), 2, 2), tone, page)),
  ]);
}

/** `✗ fail  gate of …` with its colour, or a title of its own line. */
function titleOf({ title, outcome, what = '' }: Head, page: TextPage): string[] {
  if (outcome === undefined) {
    const lines = page.wrap(plain(title), 0, 2).map((line) => page.paint('heading', line));
    return what === '' ? lines : [...lines, ...page.wrap(plain(what), 0, 2)];
  }
  const mark = `${MARK[outcome]} ${plain(title)}`;
  const [first = '', ...more] = page.wrap(`${mark}  ${plain(what)}`, 0, 2);
  return [page.paint(outcome, mark) + first.slice(mark.length), ...more];
}

function sectionLines({ title, aside = '', blocks }: Section, page: TextPage): string[] {
  const beside = clipLine(aside, 60);
  return [
    ...titleLines(page, ['heading', clipLine(title, 300)], beside),
    ...blocksLines(blocks, page),
  ];
}

function blocksLines(blocks: readonly Block[], page: TextPage): string[] {
  return shownIn('terminal', blocks).flatMap((block, at) => {
    const isApart = block.kind === 'section' || block.kind === 'table';
    return present([isApart && at > 0 && '', ...blockLines(block, page)]);
  });
}

function blockLines(block: Block, page: TextPage): readonly string[] {
  switch (block.kind) {
    case 'section':
      return sectionLines(block, page);
    case 'paragraph':
      return painted(page.wrap(plain(block.words), 2), block.tone, page);
    case 'list':
      return block.items.flatMap((item) => page.wrap(`· ${plain(item)}`, 2, 2));
    case 'table':
      return tableLines(block, page);
    case 'verbatim':
      // To be copied whole: not wrapped.
      return [...page.wrap(`${block.title}:`, 0), `  ${printable(block.text)}`];
    case 'rules':
      return ruleLines(block, page);
    case 'facts':
    case 'charts':
      return [];
  }
}

/** A pass needs no colour. */
function painted(lines: readonly string[], tone: Tone | undefined, page: TextPage): string[] {
  return lines.map((line) =>
    tone === undefined || tone === 'pass' ? line : page.paint(tone, line),
  );
}
