import {
  kneeSentence,
  saturatedSentence,
  scalingSentence,
  sizingSentence,
  stepNote,
} from '../../phrases/capacity-sentences.ts';
import { formatArrivalRate, formatDigits, formatRate } from '../../phrases/number-format.ts';
import type { CapacityStep } from '../../schema/capacity.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { escapeMarkdown, markdownTable } from './spans.ts';

const HEAD = [
  'Offered',
  'Completed',
  'In flight',
  'p50',
  'p95',
  'p99',
  'Errors',
  '429',
  'Sustained',
  '',
];

/** The maximum sustainable rate, the steps of its search, and the plan; '' without a search. */
export function capacityPart({ capacity }: RunReport): string {
  if (capacity === undefined) return '';
  const sentences = [
    saturatedSentence(capacity),
    scalingSentence(capacity),
    sizingSentence(capacity),
  ].flatMap((sentence) => (sentence === undefined ? [] : [escapeMarkdown(sentence)]));
  const limits = (capacity.plan?.cannotSay ?? []).map((each) => `- ${escapeMarkdown(each)}`);
  return [
    '## Capacity',
    escapeMarkdown(`${kneeSentence(capacity)} ${capacity.reason}`),
    markdownTable(HEAD, capacity.steps.map(row)),
    'Latencies are in ms from the scheduled start. The warm-up of each step is excluded.',
    ...sentences,
    ...(limits.length === 0 ? [] : [`Limits of this plan:\n\n${limits.join('\n')}`]),
  ].join('\n\n');
}

function row(step: CapacityStep): string[] {
  const { p50, p95, p99 } = step.fromIntendedMs ?? {};
  return [
    formatArrivalRate(step.arrivalRate),
    formatRate(step.completedRate),
    formatDigits(step.inFlight),
    ...[p50, p95, p99].map((value) => (value === undefined ? '–' : formatDigits(value))),
    String(step.errors),
    String(step.throttled),
    `${step.sustainedRuns} of ${step.repeats}`,
    escapeMarkdown(stepNote(step)),
  ];
}
