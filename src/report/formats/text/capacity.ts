import {
  kneeSentence,
  planSentence,
  saturatedSentence,
  scalingSentence,
  stepNote,
} from '../../phrases/capacity-sentences.ts';
import { formatArrivalRate, formatDigits } from '../../phrases/number-format.ts';
import { clipLine } from '../../phrases/printable.ts';
import type { CapacityReport, CapacityStep } from '../../schema/capacity.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { table, wrap } from './columns.ts';
import type { Paint } from './paint.ts';

/** The maximum sustainable rate, the steps of its search, and the plan. */
export function capacityLines({ capacity }: RunReport, paint: Paint): string[] {
  if (capacity === undefined) return [];
  return [
    '',
    `${paint('heading', 'Capacity')}  ${clipLine(capacity.scenario, 60)}`,
    ...wrap(kneeSentence(capacity), 2),
    ...limitLines(capacity, paint),
    '',
    ...stepLines(capacity.steps, paint),
    ...sentenceLines(capacity),
  ];
}

function limitLines({ limitedBy, reason }: CapacityReport, paint: Paint): string[] {
  const lines = wrap(clipLine(reason, 600), 2);
  return limitedBy === 'gateway' ? lines : lines.map((line) => paint('inconclusive', line));
}

const HEAD = [
  'offered',
  'completed',
  'in flight',
  'p50 ms',
  'p95',
  'p99',
  'errors',
  '429',
  'sustained',
];

function stepLines(steps: readonly CapacityStep[], paint: Paint): string[] {
  const [head = '', ...rows] = table([HEAD, ...steps.map(cells)], 0);
  return [
    paint('heading', head),
    ...rows.flatMap((row, index) => {
      const step = steps[index];
      if (step === undefined) return [];
      const note = clipLine(stepNote(step), 300);
      const line = paint(INKS[step.outcome], row);
      return note === '' ? [line] : [line, ...wrap(note, 4).map((each) => paint('quiet', each))];
    }),
  ];
}

function cells(step: CapacityStep): string[] {
  const { p50, p95, p99 } = step.fromIntendedMs ?? {};
  return [
    formatArrivalRate(step.arrivalRate),
    `${formatDigits(step.completedRate)}/s`,
    formatDigits(step.inFlight),
    ...[p50, p95, p99].map((value) => (value === undefined ? '–' : formatDigits(value))),
    String(step.errors),
    String(step.throttled),
    `${step.sustainedRuns} of ${step.repeats}`,
  ];
}

const INKS = {
  sustained: 'pass',
  'not-sustained': 'fail',
  inconclusive: 'could-not-verify',
  generator: 'inconclusive',
} as const;

function sentenceLines(capacity: CapacityReport): string[] {
  const sentences = [
    saturatedSentence(capacity),
    scalingSentence(capacity),
    planSentence(capacity),
  ];
  const lines = sentences.flatMap((each) => (each === undefined ? [] : wrap(each, 0, 2)));
  const limits = (capacity.plan?.cannotSay ?? []).flatMap((each) => wrap(`· ${each}`, 4, 2));
  return [
    ...(lines.length === 0 ? [] : ['', ...lines]),
    ...(limits.length === 0 ? [] : ['  Limits of this plan:', ...limits]),
  ];
}
