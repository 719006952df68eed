import { DEFAULT_MIN_EFFECT, type MinEffect } from '../../measure/change/min-effect.ts';
import { comparePerformance } from '../performance/compare-performance.ts';
import { measuredSubject } from '../performance/measured-subject.ts';
import { AGAINST_LABELS } from '../performance/phrases.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Against } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';

/** An earlier run that this one is compared with. */
export interface EarlierRun {
  readonly file: string;
  readonly report: RunReport;
  /** The default where absent. */
  readonly minEffect?: MinEffect | undefined;
}

/** What this run measured; no load where it was not reached. */
interface Measured extends Pick<RunReport, 'slo'> {
  readonly load?: LoadReport | undefined;
}

export function againstSection(
  { file, report, minEffect = DEFAULT_MIN_EFFECT }: EarlierRun,
  run: Measured,
): Against {
  const [baseline, thisRun] = AGAINST_LABELS;
  const subjects = [measuredSubject(baseline, report), measuredSubject(thisRun, run)];
  const performance = comparePerformance(subjects, { minEffect, paired: false });
  const { startedAt, target } = report;
  return { file, startedAt, target: target.address, ...(performance && { performance }) };
}
