import { UsageError } from '../../input/usage-error.ts';
import { formatNumberOf, formatTime } from '../../report/phrases/number-format.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { type Conditions, differences, plannedConditions } from '../../report/trend/conditions.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { RUNS } from '../terminal/output.ts';
import { reportsBelow } from './files-of-run.ts';

/** What `--against` takes in place of a file. */
export const LAST_GREEN = 'last-green';

/** A run to compare with. */
interface GreenRun {
  readonly file: string;
  /** Says which run it is. */
  readonly sentence: string;
}

/**
 * The newest run in `reports/runs` that passed, of the same command, target, profile and workload.
 * @param command `gate` or `load`
 * @throws UsageError when there is none: a run that is compared with nothing would pass
 */
export async function lastGreenRun(
  command: string,
  { written, target }: Configuration,
): Promise<GreenRun> {
  const planned = plannedConditions({ ...written, target });
  let count = 0;
  let near = '';
  for await (const { file, report } of reportsBelow(RUNS)) {
    count += 1;
    if (report?.command !== command || !isGreen(report)) continue;
    const [first] = differences(conditionsLike(planned, report), planned);
    if (first === undefined) return { file, sentence: sentenceOf(file, report) };
    if (near === '') near = ` The newest that passed has ${first} (${file}).`;
  }
  throw new UsageError(
    `--against ${LAST_GREEN} found no "assay ${command}" that passed with this target, profile and workload, in ${formatNumberOf(count, 'report')} below ${RUNS}.${near} Run once without --against, or name the report.json of an earlier run.`,
  );
}

function isGreen({ outcome, load }: RunReport): boolean {
  return outcome === 'pass' && load?.health.healthy === true;
}

/** The profile is chosen later where the configuration names none. */
function conditionsLike(planned: Conditions, { settings = {} }: RunReport): Conditions {
  const { profile, ...others } = settings;
  return plannedConditions(planned.profile === undefined ? others : { ...others, profile });
}

function sentenceOf(file: string, { label, startedAt }: RunReport): string {
  const build = label === undefined ? '' : `build ${label}, `;
  return `--against ${LAST_GREEN}: ${file} (${build}${formatTime(startedAt)}).`;
}
