import { type Markup, markup } from '../../../phrases/markup.ts';
import { clip } from '../../../phrases/printable.ts';
import { formatMeasure, marginPhrase } from '../../../phrases/sentences.ts';
import type { RunReport } from '../../../schema/run-report.ts';
import type { Objective } from '../../../schema/slo.ts';
import { noteRow } from '../note-row.ts';

const WORDS = {
  true: { verdict: 'pass', mark: '✓', word: 'met' },
  false: { verdict: 'fail', mark: '✗', word: 'missed' },
  null: { verdict: 'could-not-verify', mark: '?', word: 'not judged' },
} as const;

const COLUMNS = 5;

/** Each objective of the SLO: met or missed, by how much. */
export function objectivesSection({ slo }: RunReport): Markup | undefined {
  if (slo.length === 0) return undefined;
  return markup`<p class="quiet">Objectives measure latency from the scheduled start, so queueing in the load generator is included.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table of objectives"><table class="figures">
<thead><tr><th scope="col">Objective</th><th scope="col" class="text">Outcome</th><th scope="col">Measured</th><th scope="col" class="limit">Limit</th><th scope="col" class="text">Margin</th></tr></thead>
<tbody>
${slo.map(objectiveRow)}</tbody>
</table></div>`;
}

function objectiveRow({ reason = '', ...objective }: Objective): Markup {
  const { met, measured, limit, unit } = objective;
  const { verdict, mark, word } = WORDS[`${met}`];
  const margin = met === null ? '–' : marginPhrase(objective);
  return markup`<tr><th scope="row"><code>${clip(objective.objective, 200)}</code></th><td class="text"><span class="tag ${verdict}"><span aria-hidden="true">${mark}</span> ${word}</span></td><td>${measured === null ? '–' : formatMeasure(measured, unit)}</td><td class="limit">${formatMeasure(limit, unit)}</td><td class="text">${margin}</td></tr>
${noteRow(reason, COLUMNS)}`;
}
