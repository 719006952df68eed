import { z } from 'zod';
import { UsageError } from '../../input/usage-error.ts';
import type { MeasuredLoad } from '../performance/measured-subject.ts';
import {
  COMPARISON_VERSION,
  type Comparison,
  ComparisonSchema,
  type SubjectRecord,
} from '../schema/comparison.ts';
import { REPORT_VERSION, type RunReport, RunReportSchema } from '../schema/run-report.ts';
import { type BehaviourSheet, BehaviourSheetSchema, SHEET_VERSION } from '../schema/sheet.ts';

/** What an interleaved load measured of one target. */
export interface LoadedSubject {
  readonly load: MeasuredLoad;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly profile: string;
}

/** One compared target: its report, its sheet, both, or neither when it could not be reached. */
export interface Subject {
  readonly label: string;
  readonly source: SubjectRecord['source'];
  /** Its address or file; the report or sheet has the exact one. */
  readonly address: string;
  readonly report?: RunReport;
  readonly sheet?: BehaviourSheet;
  /** The load of an interleaved comparison, which has neither report nor sheet. */
  readonly loaded?: LoadedSubject;
  /** Why something is missing, a sentence each. */
  readonly reasons?: readonly string[];
}

const VersionsSchema = z.object({
  schemaVersion: z.unknown().optional(),
  sheetVersion: z.unknown().optional(),
  comparisonVersion: z.unknown().optional(),
});

/**
 * The report or the behaviour sheet in a file of an earlier run.
 * @throws UsageError when it is neither, or of another schema version
 */
export function parseRecordedRun(json: unknown, file: string): Pick<Subject, 'report' | 'sheet'> {
  const result = parseResult(json, file);
  if (result !== undefined && result.comparison === undefined) return result;
  throw new UsageError(
    `File is neither a run report nor a behaviour sheet: ${file}. Name the report.json or behaviour.json of an earlier run.`,
  );
}

/** What an earlier command wrote. */
export type RecordedResult =
  | { readonly report: RunReport; readonly sheet?: never; readonly comparison?: never }
  | { readonly report?: never; readonly sheet: BehaviourSheet; readonly comparison?: never }
  | { readonly report?: never; readonly sheet?: never; readonly comparison: Comparison };

/**
 * The run report, the behaviour sheet or the comparison in a file.
 * @throws UsageError when it is none of them, or of another schema version
 */
export function parseRecordedResult(json: unknown, file: string): RecordedResult {
  const result = parseResult(json, file);
  if (result !== undefined) return result;
  throw new UsageError(
    `File is not a result of Assay: ${file}. Name its report.json, behaviour.json or compare.json.`,
  );
}

function parseResult(json: unknown, file: string): RecordedResult | undefined {
  requireVersion(json, file);
  const report = RunReportSchema.safeParse(json);
  if (report.success) return { report: report.data };
  const sheet = BehaviourSheetSchema.safeParse(json);
  if (sheet.success) return { sheet: sheet.data };
  const comparison = ComparisonSchema.safeParse(json);
  return comparison.success ? { comparison: comparison.data } : undefined;
}

function requireVersion(json: unknown, file: string): void {
  const { schemaVersion, sheetVersion, comparisonVersion } =
    VersionsSchema.safeParse(json).data ?? {};
  const wrong = [
    { what: 'Run report', has: schemaVersion, reads: REPORT_VERSION },
    { what: 'Behaviour sheet', has: sheetVersion, reads: SHEET_VERSION },
    { what: 'Comparison', has: comparisonVersion, reads: COMPARISON_VERSION },
  ].find(({ has, reads }) => has !== undefined && has !== reads);
  if (wrong === undefined) return;
  const { what, has, reads } = wrong;
  throw new UsageError(
    `${what} has schema version ${JSON.stringify(has)}, but this version of Assay reads ${reads}: ${file}. Repeat the run with this version of Assay.`,
  );
}
