/** A space between the digits of a number, or before its unit: no line may end there. */
const INSIDE_A_NUMBER =
  /(?<=\d) (?=\d{3}(?!\d)|(?:ms|s|min|bytes|kB|MB|%|req\/s|tokens\/s)(?!\w))/g;

export const NO_BREAK_SPACE = '\u{a0}';

/** A text in which a number and its unit stay on one line. */
export function bindNumbers(text: string): string {
  return text.replace(INSIDE_A_NUMBER, NO_BREAK_SPACE);
}
