import type { BehaviourSheet } from '../behaviour-sheet/schema.ts';
import { sheetDocument } from '../document/sheet-document.ts';
import { documentMarkdown } from '../formats/markdown/markdown-writer.ts';
import type { TextPage } from '../formats/text/text-page.ts';
import { documentText } from '../formats/text/text-writer.ts';
import { safeJson } from '../phrases/printable.ts';
import type { Rendering } from '../write.ts';

/** The sheet itself, for machines and for `assay compare`. */
export const sheetJson: Rendering<BehaviourSheet> = {
  file: 'behaviour.json',
  render: (sheet) => `${safeJson(sheet, 2)}\n`,
};

export const sheetPage: Rendering<BehaviourSheet> = {
  file: 'behaviour.md',
  render: (sheet) => documentMarkdown(sheetDocument(sheet)),
};

/** The sheet for a terminal: each question with its answer. */
export function sheetText(sheet: BehaviourSheet, page: TextPage): string {
  return documentText(sheetDocument(sheet), page);
}
