import { LIMITS } from '../../input/limits.ts';
import { parseJsonFile } from '../../input/parse-json-file.ts';
import { errorCode, readTextFile } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { EarlierRun } from '../../report/assemble/against-section.ts';
import { parseRecordedRun } from '../../report/comparison/recorded-run.ts';
import type { LoadReport } from '../../report/schema/load.ts';
import type { AgainstOptions } from '../options/load-options.ts';

const REMEDY = '--against needs the report.json of an earlier run.';

/** The run of `--against`, which had a load. */
export interface EarlierLoad extends EarlierRun {
  readonly load: LoadReport;
}

/**
 * Undefined without `--against`.
 * @throws UsageError when the file cannot be read, or is not the report of a load
 */
export async function readAgainst({
  against: file,
  minEffect,
}: AgainstOptions): Promise<EarlierLoad | undefined> {
  if (file === undefined) {
    if (minEffect === undefined) return undefined;
    throw new UsageError('--min-effect needs --against. Add --against, or remove --min-effect.');
  }
  const { report } = parseRecordedRun(parseJsonFile(await readFile(file), file, REMEDY), file);
  if (report?.load === undefined) {
    throw new UsageError(
      `--against needs the report of a load: ${file} has none. Name the report.json of an earlier "assay gate" or "assay load".`,
    );
  }
  return { file, report, load: report.load, minEffect };
}

async function readFile(file: string): Promise<string> {
  try {
    return await readTextFile(file, LIMITS.recordedReportBytes.value);
  } catch (error) {
    const code = errorCode(error);
    throw new UsageError(`Cannot read ${file} (${code}). ${REMEDY}`);
  }
}
