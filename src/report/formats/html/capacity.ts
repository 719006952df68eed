import {
  kneeSentence,
  saturatedSentence,
  scalingSentence,
  sizingSentence,
  stepNote,
  WELL_FITTED,
} from '../../phrases/capacity-sentences.ts';
import { type Markup, markup } from '../../phrases/markup.ts';
import { formatArrivalRate, formatDigits } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import { STEP_OUTCOME_WORD } from '../../phrases/verdicts.ts';
import type { CapacityReport, CapacityStep } from '../../schema/capacity.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { latencyAgainstRate } from './charts/capacity-chart.ts';
import { completedAgainstOffered } from './charts/completed-chart.ts';
import { noteRow } from './note-row.ts';

/** The maximum sustainable rate, the steps of its search, and the plan. */
export function capacitySection({ capacity }: RunReport): Markup | undefined {
  if (capacity === undefined) return undefined;
  const saturated = saturatedSentence(capacity);
  return markup`<div class="charts">${completedAgainstOffered(capacity)}${latencyAgainstRate(capacity)}</div>
<p class="lead">${clip(capacity.scenario, 100)}: ${kneeSentence(capacity)}</p>
<p class="quiet">The knee is the highest rate at which every objective is met and the gateway keeps up. Dots were sustained, crosses were not; the band is the interval of the knee.</p>
${limitNote(capacity)}
${planPart(capacity)}
<h3>Steps</h3>
${stepTable(capacity.steps)}
${saturated !== undefined && markup`<p>${saturated}</p>`}
${scalingPart(capacity)}`;
}

/** The coefficients of a curve that does not fit would only invite to use them. */
function scalingPart(capacity: CapacityReport): Markup | false {
  const sentence = scalingSentence(capacity);
  if (sentence === undefined || capacity.scaling === undefined) return false;
  const { r2 } = capacity.scaling;
  const fit = r2 < WELL_FITTED ? 'does not fit' : 'fits';
  return markup`<details class="definitions"><summary>Scaling law: ${fit} (R² ${r2.toFixed(2)})</summary><p>${sentence}</p></details>`;
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
  'Outcome',
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
<thead><tr>${HEAD.map((title) => markup`<th scope="col"${title === 'Outcome' && markup` class="text"`}>${title}</th>`)}</tr></thead>
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
  const outcome = markup`<td class="text"><span class="tag ${VERDICTS[step.outcome]}">${STEP_OUTCOME_WORD[step.outcome]}</span></td>`;
  return markup`<tr><th scope="row">${formatArrivalRate(step.arrivalRate)}</th>${outcome}${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>
${noteRow(stepNote(step), HEAD.length)}`;
}

const VERDICTS: Readonly<Record<CapacityStep['outcome'], string>> = {
  sustained: 'pass',
  'not-sustained': 'fail',
  inconclusive: 'could-not-verify',
  generator: 'could-not-verify',
};

function planPart(capacity: CapacityReport): Markup | undefined {
  const sentence = sizingSentence(capacity);
  if (sentence === undefined || capacity.plan === undefined) return undefined;
  const { cannotSay } = capacity.plan;
  return markup`<h3>Plan</h3>
<p>${sentence}</p>
<p class="quiet">Limits of this plan:</p>
<ul class="notes">${cannotSay.map((each) => markup`<li>${each}</li>`)}</ul>`;
}
