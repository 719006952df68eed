import { comparisonDocument } from './document/comparison-document.ts';
import type { ReportDocument } from './document/document.ts';
import { sheetDocument } from './document/sheet-document.ts';
import { documentPage } from './formats/html.ts';
import { documentMarkdown } from './formats/markdown.ts';
import type { TextPage } from './formats/text/text-page.ts';
import { documentText } from './formats/text.ts';
import { safeJson } from './phrases/printable.ts';
import type { Comparison } from './schema/comparison.ts';
import type { BehaviourSheet } from './schema/sheet.ts';
import type { Rendering } from './write.ts';

/** Every file that `assay compare` writes, by the name of its format. */
export const COMPARISON_FILES = filesOf('compare', comparisonDocument);

/** The sheet itself, for machines and for `assay compare`, and as a page. */
export const { json: sheetJson, markdown: sheetPage } = filesOf('behaviour', sheetDocument);

/** The differences, for a terminal; the files have the rest. */
export function comparisonText(comparison: Comparison, page: TextPage): string {
  return documentText(comparisonDocument(comparison), page);
}

/** The sheet for a terminal: each question with its answer. */
export function sheetText(sheet: BehaviourSheet, page: TextPage): string {
  return documentText(sheetDocument(sheet), page);
}

/** Files of what has a document, under one name. */
function filesOf<T>(
  name: string,
  documentOf: (report: T) => ReportDocument,
): Readonly<Record<'json' | 'markdown' | 'html', Rendering<T>>> {
  return {
    json: { file: `${name}.json`, render: (report) => `${safeJson(report, 2)}\n` },
    markdown: {
      file: `${name}.md`,
      render: (report) => documentMarkdown(documentOf(report)),
    },
    html: { file: `${name}.html`, render: (report) => documentPage(documentOf(report)).text },
  };
}
