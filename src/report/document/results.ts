import { formatCount } from '../phrases/number-format.ts';
import { formatMeasure, marginPhrase, partialPasses } from '../phrases/sentences.ts';
import { MARK, ruleGroups, VERDICTS } from '../phrases/verdicts.ts';
import type { Objective, RunReport } from '../schema/run-report.ts';
import { type Block, type Row, rowsOf, type Section, section, type Table } from './document.ts';

/** How many rules have each verdict, then those that did not pass with their findings. */
export function rulesSection(report: RunReport): Section | undefined {
  if (report.rules.length === 0) return undefined;
  const rules: Block = { kind: 'rules', groups: ruleGroups(report), report };
  return section('Rules', [counts(report), rules, partlyJudged(report)], { id: 'rules' });
}

/** Stated and assumed rules apart. */
function counts({ counts: { stated, assumed } }: RunReport): Table {
  const titles = VERDICTS.map((verdict) => `${MARK[verdict]} ${verdict}`);
  const row = (name: string, of: typeof stated) => ({
    name,
    cells: VERDICTS.map((verdict) => formatCount(of[verdict])),
  });
  return {
    kind: 'table',
    name: 'Rules by verdict',
    columns: ['Provenance', ...titles].map((title) => ({ title })),
    groups: rowsOf([
      row('stated by the interface', stated),
      row('assumed from other sources', assumed),
    ]),
  };
}

function partlyJudged(report: RunReport): Section | undefined {
  const items = partialPasses(report);
  return items.length === 0
    ? undefined
    : section('Passed on part of the evidence', [{ kind: 'list', items }], { folded: true });
}

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
