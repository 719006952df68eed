import { comparisonDocument } from './document/comparison-document.ts';
import type { ReportDocument } from './document/document.ts';
import { sheetDocument } from './document/sheet-document.ts';
import { trendDocument } from './document/trend-document.ts';
import { documentPage } from './formats/html.ts';
import { documentMarkdown } from './formats/markdown.ts';
import type { TextPage } from './formats/text/text-page.ts';
import { documentText } from './formats/text.ts';
import { safeJson } from './phrases/printable.ts';
import type { Comparison } from './schema/comparison.ts';
import type { BehaviourSheet } from './schema/sheet.ts';
import type { Trend } from './trend/trend.ts';
import type { Rendering } from './write.ts';

/** What `assay compare` shows and writes. A terminal shows the differences only. */
export const COMPARISON = formsOf<Comparison>('compare', comparisonDocument);

/** What `assay describe` shows and writes. */
export const SHEET = formsOf<BehaviourSheet>('behaviour', sheetDocument);

/** What `assay trend` shows and writes. */
export const TREND = formsOf<Trend>('trend', trendDocument);

/** The forms of what has a document, in files of one name. */
function formsOf<T>(name: string, documentOf: (report: T) => ReportDocument) {
  const json: Rendering<T> = {
    file: `${name}.json`,
    render: (report) => `${safeJson(report, 2)}\n`,
  };
  const markdown: Rendering<T> = {
    file: `${name}.md`,
    render: (report) => documentMarkdown(documentOf(report)),
  };
  const html: Rendering<T> = {
    file: `${name}.html`,
    render: (report) => documentPage(documentOf(report)).text,
  };
  const text = (report: T, page: TextPage) => `${documentText(documentOf(report), page)}\n`;
  return { text, formats: { json, markdown, html } };
}
