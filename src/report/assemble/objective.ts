import { defined } from '../../input/defined.ts';
import type { Objective } from '../schema/run-report.ts';

/** What is known of an objective before its margin is computed. */
interface JudgedObjective
  extends Pick<Objective, 'objective' | 'operation' | 'met' | 'measured' | 'limit' | 'unit'> {
  /** Findings that the baseline accepts; absent when there is no baseline. */
  readonly accepted?: number | undefined;
  readonly reason?: string | undefined;
}

/** The one place that makes an objective of the report, so that every format shows the same margin. */
export function objectiveRecord({ accepted, reason, ...judged }: JudgedObjective): Objective {
  return { ...judged, ...defined({ margin: marginOf(judged), accepted, reason }) };
}

/** How far what was measured is from the limit; undefined when nothing was judged. */
function marginOf({
  met,
  measured,
  limit,
}: Pick<Objective, 'met' | 'measured' | 'limit'>): Objective['margin'] {
  if (met === null || measured === null) return undefined;
  const distance = Math.abs(measured - limit) * (met ? 1 : -1);
  // No minus before a miss by nothing.
  const value = distance === 0 ? 0 : distance;
  return { value, percentOfLimit: limit === 0 ? null : (value / Math.abs(limit)) * 100 };
}
