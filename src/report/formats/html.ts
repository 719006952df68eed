import type { Format } from '../format.ts';
import { page } from './html/page.ts';

/** The report for a person: one file that opens anywhere and asks for nothing. */
export const html: Format = {
  file: 'report.html',
  summary: 'one self-contained page, for people',
  render: (report) => page(report).text,
};
