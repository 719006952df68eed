import { dirname } from 'node:path';
import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import { UsageError } from '../../input/usage-error.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import { readRecordedRun } from '../configuration/baseline-file.ts';
import { filesOfRun } from './files-of-run.ts';

/** The rules that failed in the newest run. */
interface LastFailed {
  readonly ids: readonly string[];
  /** Says which run, and how many. */
  readonly sentence: string;
}

/**
 * @param catalogue the rules of now: those that are gone cannot be checked again
 * @throws UsageError when there is no run, or no rule failed in it: a run without rules would pass
 */
export async function lastFailedRules(catalogue: readonly CatalogueEntry[]): Promise<LastFailed> {
  const [file = ''] = await filesOfRun(undefined, ['report.json']);
  const { report } = await readRecordedRun(file, 'Remove --last-failed, or that run.');
  const known = new Set(catalogue.map(({ rule }) => rule.id));
  const failed = (report?.rules ?? []).filter(({ verdict }) => verdict === 'fail');
  const ids = failed.map(({ id }) => id).filter((id) => known.has(id));
  const run = dirname(file);
  if (ids.length === 0) {
    throw new UsageError(
      `No required rule failed in the newest run, ${run}: nothing can be checked again. Remove --last-failed.`,
    );
  }
  const count = formatNumberOf(ids.length, 'required rule');
  return { ids, sentence: `${count} failed in ${run}: only these are checked.` };
}
