import { formatMeasure, marginPhrase } from '../phrases/sentences.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Objective } from '../schema/slo.ts';
import { type Row, rowsOf, type Section, section } from './document.ts';

const OUTCOMES = {
  true: { tone: 'pass', mark: '✓', tag: 'met' },
  false: { tone: 'fail', mark: '✗', tag: 'missed' },
  null: { tone: 'could-not-verify', mark: '?', tag: 'not judged' },
} as const;

const NOTE =
  'Objectives measure latency from the scheduled start, so queueing in the load generator is included.';

/** Each objective of the SLO: met or missed, by how much. */
export function objectivesSection({ slo }: RunReport): Section | undefined {
  if (slo.length === 0) return undefined;
  return section(
    'Objectives',
    [
      {
        kind: 'table',
        name: 'Table of objectives',
        columns: [
          { title: 'Objective' },
          { title: 'Measured' },
          { title: 'Limit' },
          { title: 'Outcome', text: true },
          { title: 'Margin', text: true },
        ],
        groups: rowsOf(slo.map(objectiveRow)),
        ...(slo.some(({ unit }) => unit === 'ms') && { note: NOTE }),
      },
    ],
    { id: 'objectives' },
  );
}

/** A sentence that says why it was not judged, or measured with a gap, has no room in a column. */
function objectiveRow({ reason, ...objective }: Objective): Row {
  const { met, measured, limit, unit } = objective;
  const outcome = OUTCOMES[`${met}`];
  return {
    name: [{ code: objective.objective }],
    cells: [
      measured === null ? '–' : formatMeasure(measured, unit),
      formatMeasure(limit, unit),
      [outcome],
      met === null ? '–' : marginPhrase(objective),
    ],
    ...(reason !== undefined && { notes: [reason] }),
    tone: outcome.tone,
  };
}
