const ZERO_WIDTH = /\p{Mark}|\u{200b}|\u{200c}|\u{200d}|[\u{fe00}-\u{fe0f}]/u;
const DOUBLE_WIDTH =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u{3000}-\u{303f}\u{ff01}-\u{ff60}]/u;

/** Columns that a terminal gives to a printable text, erring on the wide side. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character);
  return columns;
}

export function columnsOfCharacter(character: string): number {
  if (character <= '\u{7e}') return 1;
  if (DOUBLE_WIDTH.test(character)) return 2;
  return ZERO_WIDTH.test(character) ? 0 : 1;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - columnsOf(text))) + text;
}
