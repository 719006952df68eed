/** A text as it stands in a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('\n', ' ');
}
