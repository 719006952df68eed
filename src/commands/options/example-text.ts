/** The block of copy-paste examples that ends the help of every command. */
export function exampleText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}
