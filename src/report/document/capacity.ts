import { completedAgainstOffered, latencyAgainstRate } from '../charts/capacity-charts.ts';
import {
  kneeSentence,
  saturatedSentence,
  scalingSentence,
  sizingSentence,
  stepNote,
  WELL_FITTED,
} from '../phrases/capacity-sentences.ts';
import { formatArrivalRate, formatDigits, formatRate } from '../phrases/number-format.ts';
import { STEP_OUTCOME_WORD } from '../phrases/verdicts.ts';
import type { CapacityReport, CapacityStep } from '../schema/capacity.ts';
import type { RunReport } from '../schema/run-report.ts';
import {
  charts,
  paragraph,
  type Row,
  rowsOf,
  type Section,
  section,
  type Table,
} from './document.ts';

/** The maximum sustainable rate, the plan, and the steps of its search. */
export function capacitySection({ capacity }: RunReport): Section | undefined {
  if (capacity === undefined) return undefined;
  const tone = capacity.limitedBy === 'gateway' ? 'note' : 'could-not-verify';
  return section(
    'Capacity',
    [
      charts(() => [completedAgainstOffered(capacity), latencyAgainstRate(capacity)]),
      paragraph(kneeSentence(capacity), isAnswer(capacity) ? { only: 'lines' } : {}),
      paragraph(capacity.reason, { tone }),
      paragraph(
        `${kneeMeaning(capacity)} Dots were sustained, crosses were not; the band is the interval of the knee.`,
        { tone: 'quiet', only: 'page' },
      ),
      planSection(capacity),
      section('Steps', [stepTable(capacity), paragraph(saturatedSentence(capacity))]),
      scalingSection(capacity),
    ],
    { id: 'capacity', aside: capacity.scenario },
  );
}

/** The page begins with the knee, where it says all that is known of it. */
function isAnswer({ knee }: CapacityReport): boolean {
  return knee?.settled === true && knee.tooWide !== true;
}

function kneeMeaning({ steps }: CapacityReport): string {
  return steps.some(({ objectives }) => objectives.length > 0)
    ? 'The knee is the highest rate at which every objective is met and the gateway keeps up.'
    : 'No objective was set: the knee is the highest rate at which the gateway keeps up.';
}

function planSection(capacity: CapacityReport): Section | undefined {
  const sentence = sizingSentence(capacity);
  if (sentence === undefined) return undefined;
  return section('Plan', [
    paragraph(sentence),
    paragraph('Limits of this plan:'),
    { kind: 'list', items: capacity.plan?.cannotSay ?? [] },
  ]);
}

/** The coefficients of a curve that does not fit would only invite to use them. */
function scalingSection(capacity: CapacityReport): Section | undefined {
  const { scaling } = capacity;
  if (scaling === undefined) return undefined;
  const fit = scaling.r2 < WELL_FITTED ? 'does not fit' : 'fits';
  return section(
    `Scaling law: ${fit} (R² ${scaling.r2.toFixed(2)})`,
    [paragraph(scalingSentence(capacity))],
    { folded: true },
  );
}

const COLUMNS = ['Offered', 'Completed', 'In flight', 'p50', 'p95', 'p99'];

function stepTable({ steps }: CapacityReport): Table {
  return {
    kind: 'table',
    name: 'Steps of the search',
    columns: [
      ...COLUMNS.map((title) => ({ title })),
      { title: 'p95 from send', only: 'files' },
      ...['Errors', '429', 'Sustained'].map((title) => ({ title })),
      { title: 'Outcome', text: true },
    ],
    groups: rowsOf(steps.map(stepRow)),
    note: 'Rates are per second, latencies in ms from the scheduled start unless a column says otherwise. The warm-up of each step is excluded.',
  };
}

function stepRow(step: CapacityStep): Row {
  const { fromIntendedMs, fromSendMs, outcome } = step;
  const { p50, p95, p99 } = fromIntendedMs ?? {};
  const note = stepNote(step);
  const tone = TONES[outcome];
  return {
    name: formatArrivalRate(step.arrivalRate),
    cells: [
      formatRate(step.completedRate),
      formatDigits(step.inFlight),
      ...[p50, p95, p99, fromSendMs?.p95].map((ms) => (ms === undefined ? '–' : formatDigits(ms))),
      String(step.errors),
      String(step.throttled),
      `${step.sustainedRuns} of ${step.repeats}`,
      [{ tag: STEP_OUTCOME_WORD[outcome], tone }],
    ],
    ...(note !== '' && { notes: [note] }),
    tone,
  };
}

const TONES = {
  sustained: 'pass',
  'not-sustained': 'fail',
  inconclusive: 'could-not-verify',
  generator: 'could-not-verify',
} as const;
