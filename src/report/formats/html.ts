import { runDocument } from '../document/run-document.ts';
import type { Format } from '../format.ts';
import { documentPage } from './html/page.ts';

/** The report for people: one file without external resources. */
export const html: Format = {
  file: 'report.html',
  summary: 'one self-contained page, for people',
  render: (report) => documentPage(runDocument(report)).text,
};
