import { comparisonDocument } from './document/comparison-document.ts';
import { sheetDocument } from './document/sheet-document.ts';
import { documentPage } from './formats/html.ts';
import { documentMarkdown } from './formats/markdown.ts';
import type { TextPage } from './formats/text/text-page.ts';
import { documentText } from './formats/text.ts';
import { safeJson } from './phrases/printable.ts';
import type { Comparison } from './schema/comparison.ts';
import type { BehaviourSheet } from './schema/sheet.ts';
import type { Rendering } from './write.ts';

export const comparisonJson: Rendering<Comparison> = {
  file: 'compare.json',
  render: (comparison) => `${safeJson(comparison, 2)}\n`,
};

/** Every file that `assay compare` writes, by the name of its format. */
export const COMPARISON_FILES = {
  json: comparisonJson,
  markdown: {
    file: 'compare.md',
    render: (comparison) => documentMarkdown(comparisonDocument(comparison)),
  },
  html: {
    file: 'compare.html',
    render: (comparison) => documentPage(comparisonDocument(comparison)).text,
  },
} as const satisfies Readonly<Record<string, Rendering<Comparison>>>;

/** The differences, for a terminal; the files have the rest. */
export function comparisonText(comparison: Comparison, page: TextPage): string {
  return documentText(comparisonDocument(comparison), page);
}

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
