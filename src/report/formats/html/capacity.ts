import {
  kneeSentence,
  planSentence,
  saturatedSentence,
  scalingSentence,
  stepNote,
} from '../../phrases/capacity-sentences.ts';
import { type Markup, markup } from '../../phrases/markup.ts';
import { formatArrivalRate, formatDigits } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import { STEP_OUTCOME_WORD } from '../../phrases/verdicts.ts';
import type { CapacityReport, CapacityStep } from '../../schema/capacity.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { latencyAgainstRate } from './charts/capacity-chart.ts';
import { noteRow } from './note-row.ts';

/** The maximum sustainable rate, the steps of its search, and the plan. */
export function capacitySection({ capacity }: RunReport): Markup | undefined {
  if (capacity === undefined) return undefined;
  const sentences = [saturatedSentence(capacity), scalingSentence(capacity)];
  return markup`<p class="lead">${clip(capacity.scenario, 100)}: ${kneeSentence(capacity)}</p>
${limitNote(capacity)}
${latencyAgainstRate(capacity)}
<h3>Steps</h3>
${stepTable(capacity.steps)}
${sentences.some((sentence) => sentence !== undefined) && markup`<h3>Other estimates</h3>`}
${sentences.map((sentence) => sentence !== undefined && markup`<p>${sentence}</p>`)}
${planPart(capacity)}`;
}

function limitNote({ limitedBy, reason }: CapacityReport): Markup {
  const { verdict, mark } =
    limitedBy === 'gateway'
      ? { verdict: 'note', mark: '→' }
      : { verdict: 'could-not-verify', mark: '?' };
  return markup`<p class="callout ${verdict}"><span aria-hidden="true">${mark}</span> ${clip(reason, 1000)}</p>`;
}

const HEAD = [
  'Offered',
  'Completed',
  'In flight',
  'p50',
  'p95',
  'p99',
  'p95 from send',
  'Errors',
  '429',
  'Runs sustained',
];

function stepTable(steps: readonly CapacityStep[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Steps of the search"><table class="figures">
<thead><tr>${HEAD.map((title) => markup`<th scope="col">${title}</th>`)}<th scope="col" class="text">Outcome</th></tr></thead>
<tbody>
${steps.map(stepRow)}</tbody>
</table></div>
<p class="quiet">Rates are per second, latencies in ms from the scheduled start unless a column says otherwise. The warm-up of each step is excluded.</p>`;
}

function stepRow(step: CapacityStep): Markup {
  const { fromIntendedMs, fromSendMs } = step;
  const latencies = [
    fromIntendedMs?.p50,
    fromIntendedMs?.p95,
    fromIntendedMs?.p99,
    fromSendMs?.p95,
  ];
  const cells = [
    formatDigits(step.completedRate),
    formatDigits(step.inFlight),
    ...latencies.map((value) => (value === undefined ? '–' : formatDigits(value))),
    String(step.errors),
    String(step.throttled),
    `${step.sustainedRuns} of ${step.repeats}`,
  ];
  return markup`<tr><th scope="row">${formatArrivalRate(step.arrivalRate)}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}<td class="text"><span class="tag ${VERDICTS[step.outcome]}">${STEP_OUTCOME_WORD[step.outcome]}</span></td></tr>
${noteRow(stepNote(step), HEAD.length + 1)}`;
}

const VERDICTS: Readonly<Record<CapacityStep['outcome'], string>> = {
  sustained: 'pass',
  'not-sustained': 'fail',
  inconclusive: 'could-not-verify',
  generator: 'could-not-verify',
};

function planPart(capacity: CapacityReport): Markup | undefined {
  const sentence = planSentence(capacity);
  if (sentence === undefined || capacity.plan === undefined) return undefined;
  const { cannotSay } = capacity.plan;
  return markup`<h3>Plan</h3>
<p>${sentence}</p>
<p class="quiet">Limits of this plan:</p>
<ul class="notes">${cannotSay.map((each) => markup`<li>${each}</li>`)}</ul>`;
}
