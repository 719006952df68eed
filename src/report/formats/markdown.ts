import { runDocument } from '../document/run-document.ts';
import type { Format } from '../format.ts';
import { documentMarkdown } from './markdown/markdown-writer.ts';

/** A page for a pull request or a step summary. */
export const markdown: Format = {
  file: 'summary.md',
  summary: 'Markdown, for a pull request or a step summary',
  render: (report) => documentMarkdown(runDocument(report)),
};
