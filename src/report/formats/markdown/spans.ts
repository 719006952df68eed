import type { Link } from '../../document/document.ts';
import { bindNumbers } from '../../phrases/number-format.ts';
import { clipLine } from '../../phrases/printable.ts';

/** No table, link or mention can break out of it. A code span where that is safe, else HTML. */
export function code(text: string, maximum: number): string {
  const line = clipLine(text, maximum);
  if (line === '') return '–';
  if (!/[`|\\]/.test(line)) return `\`${line}\``;
  return `<code>${line.replace(/[!-/:-@[-`{-~]/g, reference)}</code>`;
}

/** A link to another page; words alone for one within the page. */
export function linkMarkdown({ link, url }: Link): string {
  const text = escapeMarkdown(link);
  return url === undefined ? text : `[${text}](<${url.replace(/[<>\s|]/g, encodeURIComponent)}>)`;
}

/** Running text in which nothing is markup, a link or a mention. */
export function escapeMarkdown(text: string): string {
  return clipLine(text, 1000).replace(/[\\`*_[\]<>&|~@#]|:(?=\/\/)|(?<=www)\./gi, (character) =>
    /[@#]/.test(character) ? `${character}&#8203;` : reference(character),
  );
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Parts below each other as one document, in which a number and its unit stay on one line. */
export function markdownDocument(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join('\n\n');
  const spanOrText = /`[^`]*`|<code>.*?<\/code>|[^`<]+|</gs;
  return `${text.replace(spanOrText, (piece) => (/^[`<]/.test(piece) ? piece : bindNumbers(piece)))}\n`;
}

/** A table: its first column is text, the others are unless they say otherwise. */
export function markdownTable(
  head: readonly string[],
  body: readonly (readonly string[])[],
  isText: readonly boolean[] = [],
): string {
  const align = head.map((_, at) => (at === 0 || (isText[at] ?? true) ? ':--' : '--:'));
  return [head, align, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
