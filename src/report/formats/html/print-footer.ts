import type { ReportDocument } from '../../document/document.ts';

const CHARACTERS = 120;

/** The margin of each printed page: what was checked, and the number of the page. */
export function printFooter({ title }: Pick<ReportDocument, 'title'>): string {
  return `
@page {
  margin: 15mm 14mm 18mm;
  @bottom-left { content: ${cssString(title.slice(0, CHARACTERS))}; font: 8pt system-ui, sans-serif; color: #625d54; }
  @bottom-right { content: "page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; color: #625d54; }
}
`;
}

/** Text of a target as a string of CSS: all but plain characters is escaped. */
function cssString(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(
      /[^A-Za-z0-9 .,:/_-]/gu,
      (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
    );
  return `"${escaped}"`;
}
