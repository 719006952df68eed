import type { Comparison } from '../comparison/schema.ts';
import { comparisonDocument } from '../document/comparison-document.ts';
import { documentPage } from '../formats/html/page.ts';
import { documentMarkdown } from '../formats/markdown/markdown-writer.ts';
import type { TextPage } from '../formats/text/text-page.ts';
import { documentText } from '../formats/text/text-writer.ts';
import { safeJson } from '../phrases/printable.ts';
import type { Rendering } from '../write.ts';

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
