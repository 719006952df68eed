import { AGAINST_LABELS } from '../assemble/against-section.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { clip } from '../phrases/printable.ts';
import type { Performance, PerformanceRow } from '../schema/performance.ts';
import type { RunReport } from '../schema/run-report.ts';
import { curveChart } from './curve-chart.ts';
import { intervalChart } from './interval-chart.ts';
import {
  deltaText,
  figureName,
  intervalText,
  overallSentences,
  subjectName,
  valueText,
  WORD_INK,
  WORD_TEXT,
} from './phrases.ts';

/** What the tables need beside the style of the page. */
export const PERFORMANCE_STYLE = `
.changes td, .changes th { vertical-align: middle; }
.changes thead th { vertical-align: bottom; }
.changes .figure { font-weight: 400; padding-left: 1rem; }
.changes .interval { width: 9rem; height: 1.25rem; display: block; }
.changes .interval .zone { fill: var(--line); } .changes .interval .zero { stroke: var(--quiet); }
.changes .interval .span { stroke: var(--tone); stroke-width: 3; } .changes .interval .middle { fill: var(--tone); }
.performance { margin: 1rem 0 1.5rem; } .performance .charts { margin-top: 1.5rem; }
.legend { font-size: .875rem; } .legend span::before { content: ""; display: inline-block; width: 1.25rem; border-top: 2px solid; margin-right: .375rem; vertical-align: .3em; }
.legend .first { color: var(--note); } .legend .second { color: var(--second); margin-left: 1rem; } .legend .second::before { border-top-style: dashed; } .performance .overall { color: var(--tone); margin-bottom: .5rem; }
@media (max-width: 44rem) {
  .changes .ci, .changes .drawn { display: none; }
  .changes thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .changes tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line); }
  .changes th, .changes td { display: block; padding: 0; border: 0; } .changes .figure { flex: 1 0 60%; padding: 0; }
  .changes td { order: 2; } .changes .result { order: 1; }
  .changes td[data-label]::before { content: attr(data-label) " "; color: var(--quiet); font-size: .875rem; }
}
`;

/** The comparison of a run with the one of `--against`. */
export function againstHtml({ against }: RunReport): Markup | undefined {
  if (against?.performance === undefined) return undefined;
  const { file, startedAt, target, performance } = against;
  const day = startedAt.slice(0, 16).replace('T', ' ');
  return markup`<p class="quiet">Baseline: <code>${clip(file, 300)}</code>, ${day} UTC, <span class="address">${clip(target, 300)}</span></p>
${performanceHtml(performance, AGAINST_LABELS)}`;
}

/** Every figure of both sides, with its interval drawn; a table for each subject after the first. */
export function performanceHtml(performance: Performance, labels: readonly string[]): Markup {
  const sentences = overallSentences(performance, labels);
  return markup`${performance.notes.map((note) => markup`<p class="quiet">${clip(note, 1000)}</p>`)}
${sentences.map(
  (sentence, at) => markup`<div class="performance">
<p class="${WORD_INK[performance.words[at] ?? 'cannot-tell']} overall">${clip(sentence, 1000)}</p>
${subjectTable(performance, at, labels)}
${curves(performance, at, labels)}
</div>`,
)}`;
}

function curves({ curves: all = [] }: Performance, at: number, labels: readonly string[]) {
  const charts = all.map((curve) => curveChart(curve, at, labels));
  return (
    charts.some((chart) => chart !== false) &&
    markup`<div class="charts">
${charts}</div>`
  );
}

function subjectTable({ rows }: Performance, at: number, labels: readonly string[]): Markup {
  const groups = [...Map.groupBy(rows, subjectName)];
  const sides = [labels[0] ?? '', labels[at + 1] ?? ''] as const;
  return markup`<div class="scroll" tabindex="0"><table class="changes">
<thead><tr><th scope="col">Figure</th>${sides.map((label) => markup`<th scope="col">${clip(label, 100)}</th>`)}<th scope="col">Change</th><th scope="col" class="ci">95 % CI</th><th scope="col" class="drawn"><span class="unseen">Interval against the minimal effect</span></th><th scope="col"><span class="unseen">Result</span></th></tr></thead>
${groups.map(
  ([name, group]) => markup`<tbody><tr><th scope="rowgroup" colspan="7">${clip(name, 100)}</th></tr>
${group.map((row) => figureRow(row, at, sides))}</tbody>
`,
)}</table></div>`;
}

function figureRow(
  row: PerformanceRow,
  at: number,
  sides: readonly [string, string],
): Markup | false {
  const change = row.changes[at];
  if (change === undefined) return false;
  const values = [row.cells[0], row.cells[at + 1]].map(
    (cell, side) =>
      markup`<td data-label="${clip(sides[side] ?? '', 100)}">${valueText(cell?.value ?? null, row.unit)}</td>`,
  );
  const { word, interval, delta, minEffect } = change;
  const chart =
    interval !== null && delta !== null && minEffect !== null
      ? intervalChart({ ...interval, delta, minEffect })
      : false;
  return markup`<tr class="${WORD_INK[word]}"><th scope="row" class="figure">${figureName(row)}</th>${values}<td>${deltaText(change, row)}</td><td class="ci">${clip(intervalText(change, row), 200)}</td><td class="drawn">${chart}</td><td class="result"><span class="tag">${WORD_TEXT[word]}</span></td></tr>
`;
}
