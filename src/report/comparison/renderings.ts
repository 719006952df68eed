import { safeJson } from '../phrases/printable.ts';
import type { Rendering } from '../write.ts';
import { comparisonMarkdown } from './markdown.ts';
import { comparisonPage } from './page.ts';
import type { Comparison } from './schema.ts';

export const comparisonJson: Rendering<Comparison> = {
  file: 'compare.json',
  render: (comparison) => `${safeJson(comparison, 2)}\n`,
};

/** Every file that `assay compare` writes, by the name of its format. */
export const COMPARISON_FILES: Readonly<Record<string, Rendering<Comparison>>> = {
  json: comparisonJson,
  markdown: { file: 'compare.md', render: comparisonMarkdown },
  html: { file: 'compare.html', render: (comparison) => comparisonPage(comparison).text },
};
