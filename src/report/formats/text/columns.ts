import { bindNumbers, NO_BREAK_SPACE } from '../../phrases/bound-numbers.ts';

/** The width that the text report keeps; only lines to be copied whole are longer. */
export const WIDTH = 100;

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

function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/**
 * Breaks a text into indented lines of at most WIDTH columns, at spaces where it can.
 * @param hanging further indent of all lines but the first
 */
export function wrap(text: string, indent: number, hanging = 0): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of bindNumbers(text)
    .split(/(?<= )/)
    .flatMap((word) => chop(word, WIDTH - indent - hanging))) {
    const room = WIDTH - indent - (lines.length === 0 ? 0 : hanging);
    if (line !== '' && columnsOf(line + piece.trimEnd()) > room) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line].map((each, index) =>
    `${' '.repeat(indent + (index === 0 ? 0 : hanging))}${each}`
      .replaceAll(NO_BREAK_SPACE, ' ')
      .trimEnd(),
  );
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

/** Rows in columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[], indent: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? padEnd(cell, width) : padStart(cell, width);
    });
    return ' '.repeat(indent) + cells.join('  ').trimEnd();
  });
}
