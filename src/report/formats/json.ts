import { safeJson } from '../phrases/printable.ts';
import type { Format } from '../write.ts';

/** The run report itself, for machines; `docs/schema/run-report.schema.json` describes it. */
export const json: Format = {
  file: 'report.json',
  summary: 'the whole run report, for machines',
  render: (report) => `${safeJson(report, 2)}\n`,
};
