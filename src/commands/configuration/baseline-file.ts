import { stringify } from 'yaml';
import {
  type Baseline,
  NO_BASELINE,
  parseBaseline,
  requireReasons,
} from '../../conformance/baseline.ts';
import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import { LIMITS } from '../../input/limits.ts';
import { parseJsonFile } from '../../input/parse-json-file.ts';
import { errorCode, readTextFile } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import { writeWhole } from '../../input/write-files.ts';
import { assemble, type RunFacts } from '../../report/assemble/assemble.ts';
import { updatedBaseline } from '../../report/assemble/update-baseline.ts';
import { parseRecordedRun, type Subject } from '../../report/comparison/recorded-run.ts';
import type { EarlierRun } from '../../report/performance/compare-performance.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { LoadReport } from '../../report/schema/load.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import type { AgainstOptions } from '../options/load-options.ts';
import type { BaselineOptions } from '../options/run-options.ts';
import { readYaml } from './configuration.ts';

/** A baseline and its file. */
export interface BaselineFile {
  readonly file: string;
  readonly content: Baseline;
  /** Whether a stale entry fails the run at once. */
  readonly strict: boolean;
  /** Failed rules are written into it, with this reason if there is one; absent without an update. */
  readonly update?: { readonly reason?: string };
}

const HEAD = `# Accepted for now, one entry per rule: findings in the named operations, and rules that cannot be
# verified with this target. Each entry needs a reason and the last day on which it is accepted.
`;

/**
 * Reads the file of `--baseline`. A file that will be updated need not exist.
 * @param catalogue all rules that it may name
 * @throws UsageError
 */
export async function readBaseline(
  options: BaselineOptions,
  catalogue: readonly CatalogueEntry[],
): Promise<BaselineFile | undefined> {
  const { baseline: file, updateBaseline: updates = false, reason } = options;
  const strict = options.strictBaseline === true;
  if (file === undefined) return undefined;
  const written = await readYaml(file, updates, '--update-baseline writes it');
  const known = catalogue.map(({ rule }) => rule.id);
  const content = written === undefined ? NO_BASELINE : parseBaseline(written, file, known);
  if (updates) return { file, content, strict, update: reason === undefined ? {} : { reason } };
  requireReasons(content, file);
  return { file, content, strict };
}

/** @throws UsageError when the file cannot be written */
async function writeBaseline(file: string, { accepted, unverified }: Baseline): Promise<void> {
  const content = {
    accepted: accepted.map(({ rule, operations, underLoad, reason, expires }) => ({
      rule,
      ...(operations.length > 0 && { operations }),
      ...(underLoad.length > 0 && { underLoad }),
      reason,
      expires,
    })),
    ...(unverified.length > 0 && { unverified }),
  };
  try {
    await writeWhole(file, HEAD + stringify(content));
  } catch (error) {
    const problem = errorCode(error);
    throw new UsageError(`Cannot write the baseline ${file} (${problem}). Check its folder.`);
  }
}

const REMEDY = '--against needs the report.json of an earlier run.';

/**
 * The run of `--against`, which had a load. Undefined without `--against`.
 * @throws UsageError when the file cannot be read, or is not the report of a load
 */
export async function readAgainst({
  against: file,
  minEffect,
}: AgainstOptions): Promise<(EarlierRun & { readonly load: LoadReport }) | undefined> {
  if (file === undefined) {
    if (minEffect === undefined) return undefined;
    throw new UsageError('--min-effect needs --against. Add --against, or remove --min-effect.');
  }
  const { report } = await readRecordedRun(file, REMEDY);
  if (report?.load === undefined) {
    throw new UsageError(
      `--against needs the report of a load: ${file} has none. Name the report.json of an earlier "assay gate" or "assay load".`,
    );
  }
  return { file, report, load: report.load, minEffect };
}

/**
 * The report or the behaviour sheet of an earlier run.
 * @param remedy a sentence that says which file is needed
 * @throws UsageError when it cannot be read, or is neither
 */
export async function readRecordedRun(
  file: string,
  remedy: string,
): Promise<Pick<Subject, 'report' | 'sheet'>> {
  return parseRecordedRun(await readRecordedJson(file, remedy), file);
}

/**
 * The JSON that an earlier command wrote.
 * @param remedy a sentence that says which file is needed
 * @throws UsageError when it cannot be read
 */
export async function readRecordedJson(file: string, remedy: string): Promise<unknown> {
  const text = await readTextFile(file, LIMITS.recordedReportBytes.value).catch((cause) => {
    const code = errorCode(cause);
    const what = code === 'EACCES' ? 'Check its permissions.' : remedy;
    throw new UsageError(`Cannot read ${file} (${code}). ${what}`, { cause });
  });
  return parseJsonFile(text, file, remedy);
}

/** Compares the report with the baseline, or writes what failed into it with --update-baseline. */
export async function withBaseline(
  facts: RunFacts,
  baseline: BaselineFile | undefined,
  say: (line: string) => void,
): Promise<RunReport> {
  if (baseline === undefined) return assemble(facts);
  const { file, content, strict, update } = baseline;
  const held = { ...facts, baseline: { file, baseline: content, strict } };
  if (update === undefined) return assemble(held);
  const bare = assemble(facts);
  if (bare.partial) {
    say(`Baseline not written: the run was cut short (${file}).`);
    return assemble(held);
  }
  const next = updatedBaseline(bare.rules, {
    file,
    baseline: content,
    today: facts.startedAt,
    ...update,
  });
  try {
    await writeBaseline(file, next);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const report = assemble(held);
    // A verdict is worth more than the file: a pipeline must not take a bad gateway for a bad run.
    if (report.exitCode === 1) {
      say(error.message);
      return report;
    }
    return assemble({ ...held, harnessErrors: [...facts.harnessErrors, error.message] });
  }
  const { accepted, unverified } = next;
  say(
    `Baseline written: ${file}. It accepts findings of ${formatNumberOf(accepted.length, 'rule')}, and ${formatNumberOf(unverified.length, 'rule')} as not verified.`,
  );
  return assemble({ ...facts, baseline: { file, baseline: next, strict } });
}
