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

interface TableOptions {
  readonly indent?: number;
  /** Columns to leave free behind each line. */
  readonly reserve?: number;
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
   * The same rows as one table, or as several where it would be too wide: each has the first column
   * and some of the others.
   */
  tables(rows: readonly (readonly string[])[]): string[][] {
    const [first = 0, ...others] = widthsOf(rows);
    const parts = partsOf(others, this.columns - first - 2);
    return parts.map((part) =>
      this.table(rows.map((row) => [row[0] ?? '', ...part.map((at) => row[at + 1] ?? '')])),
    );
  }

  /**
   * Rows in columns: the first to the left, the others to the right. A row that is wider than the
   * page continues on further lines.
   * @returns the lines of each row, joined by line feeds
   */
  table(rows: readonly (readonly string[])[], { indent = 0, reserve = 0 }: TableOptions = {}) {
    const widths = widthsOf(rows);
    const parts = partsOf(widths, this.columns - indent - reserve);
    return rows.map((row) => {
      const filledParts = parts.filter(([first = 0]) => first < row.length);
      const lines = filledParts.flatMap((part) => {
        const cells = part.map((column) => {
          const [cell = '', width = 0] = [row[column], widths[column]];
          return column === 0 ? padEnd(cell, width) : padStart(cell, width);
        });
        const deeper = indent + (part[0] === 0 ? 0 : 2);
        const line = ' '.repeat(deeper) + cells.join('  ').trimEnd();
        const fits = columnsOf(line) <= this.columns - reserve;
        return fits ? [line] : this.wrap(line.trim(), deeper);
      });
      return lines.join('\n');
    });
  }
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))),
  );
}

/** The columns of a table, cut into parts that fit; a part after the first is indented by 2. */
function partsOf(widths: readonly number[], columns: number): number[][] {
  const parts: number[][] = [];
  let used = 0;
  for (const [column, width] of widths.entries()) {
    if (parts.length === 0 || used + 2 + width > columns) {
      used = parts.length === 0 ? width : width + 2;
      parts.push([column]);
    } else {
      used += 2 + width;
      parts.at(-1)?.push(column);
    }
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
