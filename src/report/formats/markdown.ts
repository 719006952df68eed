import { present } from '../../input/defined.ts';
import {
  type Block,
  columnsIn,
  type Head,
  isLong,
  type ReportDocument,
  type Section,
  shownIn,
  type Table,
  type Verbatim,
  type Words,
} from '../document/document.ts';
import { runDocument } from '../document/run-document.ts';
import { formatCount } from '../phrases/number-format.ts';
import { clip } from '../phrases/printable.ts';
import { MARK } from '../phrases/verdicts.ts';
import type { Format } from '../write.ts';
import { rulesMarkdown } from './markdown/rules-markdown.ts';
import {
  code,
  escapeMarkdown,
  linkMarkdown,
  markdownDocument,
  markdownTable,
} from './markdown/spans.ts';

/** A page for a pull request or a step summary. */
export const markdown: Format = {
  file: 'summary.md',
  summary: 'Markdown, for a pull request or a step summary',
  render: (report) => documentMarkdown(runDocument(report)),
};

const CODE_CHARACTERS = 600;
/** Reasons above the fold: with the heading and the figures they fit into nine lines. */
const FIRST_REASONS = 4;
/** Further reasons; the HTML report has them all. */
const MORE_REASONS = 25;

/**
 * A report for a pull request, a step summary or a wiki. Text of a gateway stands in code spans, or escaped,
 * where it cannot format, link or mention.
 */
export function documentMarkdown(document: ReportDocument): string {
  const { head, sections, fold } = document;
  const left = head.reasons.length - FIRST_REASONS;
  const body = [
    reasonItems(head, FIRST_REASONS),
    items(head.remarks.map(({ words }) => words)),
    ...blocksOf(sections, 2),
  ];
  return markdownDocument([
    ...headParts(head),
    items([
      ...head.reasons.slice(0, FIRST_REASONS),
      ...(left > 0 ? [`and ${formatCount(left)} more below`] : []),
    ]),
    ...(fold === undefined ? body : folded(fold, body)),
    ...closingParts(document),
  ]);
}

/**
 * The first screen with every reason, for a comment on a change.
 * @param last a line below it
 */
export function documentComment(document: ReportDocument, last: string): string {
  const parts = [...headParts(document.head), reasonItems(document.head, 0)];
  return markdownDocument([...parts, ...closingParts(document).slice(-1), last]);
}

/** How the run was made; the last part repeats it, and has the version. */
function closingParts({ closing, assayVersion }: ReportDocument): readonly string[] {
  const parts = blocksOf(closing?.blocks ?? [], 2);
  const last = parts.at(-1);
  const version = `Assay ${escapeMarkdown(assayVersion)}`;
  return [...parts.slice(0, -1), last === undefined ? `${version}.` : `${last} (${version}).`];
}

function headParts({ title, outcome, what = '', meaning, figures }: Head): string[] {
  const line = [wordsMarkdown(what), escapeMarkdown(meaning ?? '')].filter((part) => part !== '');
  return [
    outcome === undefined ? `# ${wordsMarkdown(title)}` : `# ${MARK[outcome]} Assay: ${outcome}`,
    line.join('. '),
    figures
      .map(({ name, value, note }) => {
        const beside = note === undefined ? '' : ` (${escapeMarkdown(note)})`;
        return `${escapeMarkdown(name)} **${escapeMarkdown(value)}**${beside}`;
      })
      .join(' · '),
  ];
}

function reasonItems({ reasons }: Head, from: number): string {
  const more = reasons.slice(from, FIRST_REASONS + MORE_REASONS);
  const left = reasons.length - from - more.length;
  return items(
    present([...more, left > 0 && `and ${formatCount(left)} more: see the HTML report`]),
  );
}

function folded(summary: string, parts: readonly string[]): string[] {
  return [`<details>\n<summary>${escapeMarkdown(summary)}</summary>`, ...parts, '</details>'];
}

function sectionParts(
  { title, aside, blocks, folded: isFolded }: Section,
  level: number,
): string[] {
  const name = aside === undefined ? title : `${title}: ${aside}`;
  const parts = blocksOf(blocks, level + 1);
  return isFolded === true
    ? folded(name, parts)
    : [`${'#'.repeat(level)} ${escapeMarkdown(name)}`, ...parts];
}

function blocksOf(blocks: readonly Block[], level: number): string[] {
  return shownIn('summary', blocks).flatMap((block) => blockParts(block, level));
}

function blockParts(block: Block, level: number): readonly string[] {
  switch (block.kind) {
    case 'section':
      return sectionParts(block, level);
    case 'paragraph':
      return [wordsMarkdown(block.words)];
    case 'list':
      return [items(block.items)];
    case 'table':
      return tableParts(block);
    case 'verbatim':
      return [verbatimPart(block)];
    case 'rules':
      return rulesMarkdown(block.groups, level);
    case 'facts':
    case 'charts':
      return [];
  }
}

function wordsMarkdown(all: Words): string {
  if (typeof all === 'string') return escapeMarkdown(all);
  return all
    .map((piece) => {
      if (typeof piece === 'string') return escapeMarkdown(piece);
      if ('code' in piece) return code(piece.code, CODE_CHARACTERS);
      if ('link' in piece) return linkMarkdown(piece);
      return escapeMarkdown(piece.mark === undefined ? piece.tag : `${piece.mark} ${piece.tag}`);
    })
    .join('');
}

function items(all: readonly Words[]): string {
  return all.map((item) => `- ${wordsMarkdown(item)}`).join('\n');
}

/** Notes stand below the table, or in the row where its cells are texts anyway. */
function tableParts(table: Table): string[] {
  const { note = '' } = table;
  const long = isLong(table);
  const columns = columnsIn('summary', table);
  const rows = shownIn('summary', table.groups).flatMap(({ name, rows: all }) =>
    all.map((row) => ({
      ...row,
      title: `${name === undefined ? '' : `${escapeMarkdown(name)}: `}${wordsMarkdown(row.name)}`,
    })),
  );
  const body = rows.map(({ title, cells, notes = [] }) => [
    [title, ...(long ? notes.map(escapeMarkdown) : [])].join('<br>'),
    ...columns.map(({ at }) => {
      const cell = cells[at] ?? '';
      return typeof cell === 'object' && 'draw' in cell ? '' : wordsMarkdown(cell);
    }),
  ]);
  const below = rows.flatMap(({ title, notes = [] }) =>
    long ? [] : notes.map((each) => `- ${title}: ${escapeMarkdown(each)}`),
  );
  const head = [table.columns[0]?.title ?? '', ...columns.map(({ title }) => title)];
  const isText = [true, ...columns.map(({ text = false }) => text)];
  return [
    markdownTable(head.map(escapeMarkdown), body, isText),
    below.join('\n'),
    escapeMarkdown(note),
  ];
}

/** A command is one line; a file stands in a fence. */
function verbatimPart({ title, text, language }: Verbatim): string {
  if (language === 'sh') return `${escapeMarkdown(title)} ${code(text, VERBATIM_CHARACTERS)}`;
  // A longer fence than any in the text: nothing in it ends it.
  const inside = (text.match(/`+/g) ?? []).map(({ length }) => length + 1);
  const fence = '`'.repeat(Math.max(3, ...inside));
  return `${fence}${language}\n${clip(text.trimEnd(), VERBATIM_CHARACTERS)}\n${fence}`;
}

/** A page for a pull request is short; a part of a command repeats nothing. */
const VERBATIM_CHARACTERS = 8000;
