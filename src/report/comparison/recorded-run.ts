import { z } from 'zod';
import { UsageError } from '../../input/usage-error.ts';
import { BehaviourSheetSchema, SHEET_VERSION } from '../behaviour-sheet/schema.ts';
import { REPORT_VERSION, RunReportSchema } from '../schema/run-report.ts';
import type { Subject } from './subject.ts';

const VersionsSchema = z.object({
  schemaVersion: z.unknown().optional(),
  sheetVersion: z.unknown().optional(),
});

/**
 * The report or the behaviour sheet in a file of an earlier run.
 * @throws UsageError when it is neither, or of another schema version
 */
export function parseRecordedRun(json: unknown, file: string): Pick<Subject, 'report' | 'sheet'> {
  requireVersion(json, file);
  const report = RunReportSchema.safeParse(json);
  if (report.success) return { report: report.data };
  const sheet = BehaviourSheetSchema.safeParse(json);
  if (sheet.success) return { sheet: sheet.data };
  throw new UsageError(
    `File is neither a run report nor a behaviour sheet: ${file}. Name the report.json or behaviour.json of an earlier run.`,
  );
}

function requireVersion(json: unknown, file: string): void {
  const { schemaVersion, sheetVersion } = VersionsSchema.safeParse(json).data ?? {};
  const wrong = [
    { what: 'Run report', has: schemaVersion, reads: REPORT_VERSION },
    { what: 'Behaviour sheet', has: sheetVersion, reads: SHEET_VERSION },
  ].find(({ has, reads }) => has !== undefined && has !== reads);
  if (wrong === undefined) return;
  const { what, has, reads } = wrong;
  throw new UsageError(
    `${what} has schema version ${JSON.stringify(has)}, but this version of Assay reads ${reads}: ${file}. Repeat the run with this version of Assay.`,
  );
}
