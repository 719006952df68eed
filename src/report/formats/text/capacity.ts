import {
  kneeSentence,
  saturatedSentence,
  scalingSentence,
  sizingSentence,
  stepNote,
} from '../../phrases/capacity-sentences.ts';
import { formatArrivalRate, formatDigits } from '../../phrases/number-format.ts';
import { clipLine } from '../../phrases/printable.ts';
import type { CapacityReport, CapacityStep } from '../../schema/capacity.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { TextPage } from './text-page.ts';
import { titleLines } from './title-lines.ts';

/** The maximum sustainable rate, the steps of its search, and the plan. */
export function capacityLines({ capacity }: RunReport, page: TextPage): string[] {
  if (capacity === undefined) return [];
  return [
    '',
    ...titleLines(page, ['heading', 'Capacity'], clipLine(capacity.scenario, 60)),
    ...page.wrap(kneeSentence(capacity), 2),
    ...limitLines(capacity, page),
    '',
    ...stepLines(capacity.steps, page),
    ...sentenceLines(capacity, page),
  ];
}

function limitLines({ limitedBy, reason }: CapacityReport, page: TextPage): string[] {
  const lines = page.wrap(clipLine(reason, 600), 2);
  return limitedBy === 'gateway' ? lines : lines.map((line) => page.paint('inconclusive', line));
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

function stepLines(steps: readonly CapacityStep[], page: TextPage): string[] {
  const [head = '', ...rows] = page.table([HEAD, ...steps.map(cells)]);
  return [
    page.paint('heading', head),
    ...rows.flatMap((row, index) => {
      const step = steps[index];
      if (step === undefined) return [];
      const note = clipLine(stepNote(step), 300);
      const line = page.paint(INKS[step.outcome], row);
      return note === ''
        ? [line]
        : [line, ...page.wrap(note, 4).map((each) => page.paint('quiet', each))];
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

function sentenceLines(capacity: CapacityReport, page: TextPage): string[] {
  const sentences = [
    saturatedSentence(capacity),
    scalingSentence(capacity),
    sizingSentence(capacity),
  ];
  const lines = sentences.flatMap((each) => (each === undefined ? [] : page.wrap(each, 0, 2)));
  const limits = (capacity.plan?.cannotSay ?? []).flatMap((each) => page.wrap(`· ${each}`, 4, 2));
  return [
    ...(lines.length === 0 ? [] : ['', ...lines]),
    ...(limits.length === 0 ? [] : ['  Limits of this plan:', ...limits]),
  ];
}
