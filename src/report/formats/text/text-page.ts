import { styleText } from 'node:util';
import type { Tone } from '../../document/document.ts';
import { bindNumbers, NO_BREAK_SPACE } from '../../phrases/number-format.ts';

const ZERO_WIDTH = /\p{Mark}|\u{200b}|\u{200c}|\u{200d}|[\u{fe00}-\u{fe0f}]/u;
const DOUBLE_WIDTH =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u{3000}-\u{303f}\u{ff01}-\u{ff60}]/u;

/** Columns that a terminal gives to a printable text, erring on the wide side. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character);
  return columns;
}

function columnsOfCharacter(character: string): number {
  if (character <= '\u{7e}') return 1;
  if (DOUBLE_WIDTH.test(character)) return 2;
  return ZERO_WIDTH.test(character) ? 0 : 1;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** At most these columns of a text; what was cut shows as `…`. */
export function fit(text: string, columns: number): string {
  return columnsOf(text) <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;
}

function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/** What a piece of text is, from which its colour follows. */
export type Ink = Tone | 'heading';

/** Gives a text its colour, or leaves it as it is. */
export type Paint = (ink: Ink, text: string) => string;

export const uncoloured: Paint = (_ink, text) => text;

export const coloured: Paint = (ink, text) =>
  styleText(STYLES[ink], text, { validateStream: false });

const STYLES = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  note: 'cyan',
  'could-not-verify': 'magenta',
  'not-applicable': 'gray',
  inconclusive: 'magenta',
  heading: 'bold',
  quiet: 'gray',
} as const;

/** The width of a text that does not go to a terminal. */
export const DEFAULT_COLUMNS = 100;
/** A narrower terminal breaks lines itself. */
const LEAST_COLUMNS = 40;
/** Columns that a line has at least beside its indent. */
const LEAST_ROOM = 24;

interface PageOptions {
  /** Whether to write ANSI colours. */
  readonly colour?: boolean | undefined;
  /** Width of the terminal; 100 when absent. */
  readonly columns?: number | undefined;
}

/** The width and the colours of a text; no line is wider, except those to be copied whole. */
export class TextPage {
  readonly columns: number;
  readonly paint: Paint;

  constructor({ colour = false, columns = DEFAULT_COLUMNS }: PageOptions = {}) {
    this.columns = Math.max(columns, LEAST_COLUMNS);
    this.paint = colour ? coloured : uncoloured;
  }

  /**
   * Breaks a text into indented lines, at spaces where it can.
   * @param hanging further indent of all lines but the first; less where there is no room
   */
  wrap(text: string, indent: number, hanging = 0): string[] {
    const further = Math.max(0, Math.min(hanging, this.columns - indent - LEAST_ROOM));
    const width = this.columns - indent;
    const words = bindNumbers(text).split(/(?<= )/);
    const pieces = words.flatMap((word) => chop(word, width - further));
    return filled(pieces, [width, width - further]).map((line, index) =>
      `${' '.repeat(indent + (index === 0 ? 0 : further))}${line}`
        .replaceAll(NO_BREAK_SPACE, ' ')
        .trimEnd(),
    );
  }

  /** Lines that end at spaces; a word that is wider than the page stays whole. */
  wrapWords(text: string): string[] {
    const words = bindNumbers(text).split(/(?<= )/);
    return filled(words, [this.columns, this.columns - 2]).map((line, index) =>
      `${index === 0 ? '' : '  '}${line}`.replaceAll(NO_BREAK_SPACE, ' ').trimEnd(),
    );
  }

  /**
   * Rows as one table, or as several where it would be too wide: each has the first column and some of
   * the others. A line is wider than the page only where two columns do not fit.
   * @param reserve columns to leave free behind each line
   */
  tables(rows: readonly (readonly string[])[], reserve = 0): string[][] {
    const [first = 0, ...others] = widthsOf(rows);
    const parts = partsOf(others, this.columns - reserve - first - 2);
    return parts.map((part) =>
      this.table(rows.map((row) => [row[0] ?? '', ...part.map((at) => row[at + 1] ?? '')])),
    );
  }

  /** Rows in columns: the first to the left, the others to the right. */
  table(rows: readonly (readonly string[])[]): string[] {
    const widths = widthsOf(rows);
    return rows.map((row) => {
      const [first = '', ...others] = row;
      const cells = others.map((cell, at) => padStart(cell, widths[at + 1] ?? 0));
      return [padEnd(first, widths[0] ?? 0), ...cells].join('  ').trimEnd();
    });
  }
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))),
  );
}

/** Columns of these widths, cut into parts that fit; at least one part. */
function partsOf(widths: readonly number[], columns: number): number[][] {
  const parts: number[][] = [[]];
  let used = 0;
  for (const [column, width] of widths.entries()) {
    const isFull = used + width > columns && parts.at(-1)?.length !== 0;
    if (isFull) parts.push([]);
    parts.at(-1)?.push(column);
    used = (isFull ? 0 : used) + width + 2;
  }
  return parts;
}

/** Lines of pieces; the first line may have another width than those that follow. */
function filled(pieces: readonly string[], [first, others]: readonly [number, number]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const room = lines.length === 0 ? first : others;
    if (line.trim() !== '' && columnsOf(line + piece.trimEnd()) > room) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line];
}

/** Pieces of a word that each fit into these columns. */
function chop(word: string, columns: number): string[] {
  if (columnsOf(word.trimEnd()) <= columns) return [word];
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const wide = columnsOfCharacter(character);
    if (used + wide > columns) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += wide;
  }
  return [...pieces, piece];
}

/**
 * A title in its colour, and more beside it, or below it where the page is too narrow.
 * @param ink the colour of what stands beside it; none when absent
 */
export function titleLines(
  page: TextPage,
  [titleInk, title]: readonly [Ink, string],
  beside: string,
  ink?: Ink,
): string[] {
  const painted = (line: string): string => (ink === undefined ? line : page.paint(ink, line));
  const titles = page.wrap(title, 0, 2).map((line) => page.paint(titleInk, line));
  if (beside === '') return titles;
  return columnsOf(`${title}  ${beside}`) <= page.columns
    ? [`${titles.join('')}  ${painted(beside)}`]
    : [...titles, ...page.wrap(beside, 2).map(painted)];
}
