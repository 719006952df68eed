import { bindNumbers, NO_BREAK_SPACE } from '../../phrases/bound-numbers.ts';
import { columnsOf, columnsOfCharacter, padEnd, padStart } from './columns.ts';
import { coloured, type Paint, uncoloured } from './paint.ts';

/** The width of a text that does not go to a terminal. */
export const DEFAULT_COLUMNS = 100;
/** A narrower terminal breaks lines itself. */
const LEAST_COLUMNS = 40;
/** Columns that a line has at least beside its indent. */
const LEAST_ROOM = 24;

export interface PageOptions {
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

  /** Whether a line of this text is not too wide. */
  fits(line: string): boolean {
    return columnsOf(line) <= this.columns;
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
