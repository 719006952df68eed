import { type Markup, markup } from '../../phrases/markup.ts';
import {
  OVERHEAD_HEAD,
  OVERHEAD_NOTE,
  overheadCells,
  overheadRows,
  overheadSentences,
} from '../../phrases/overhead-sentences.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { overheadAgainstRate } from './charts/overhead-chart.ts';

const MODES = ['stream', 'body'] as const;

/** What the gateway adds, at each load. */
export function overheadSection({ overhead }: RunReport): Markup | undefined {
  if (overhead === undefined) return undefined;
  const rows = overheadRows(overhead).map(overheadCells);
  const charts = MODES.map((mode) => overheadAgainstRate(overhead, mode));
  return markup`${charts.some((chart) => chart !== undefined) && markup`<div class="charts">${charts}</div>`}
${overheadSentences(overhead).map((each) => markup`<p>${each}</p>`)}
${
  rows.length > 0 &&
  markup`<div class="scroll" tabindex="0" role="region" aria-label="Overhead at each load"><table class="figures">
<thead><tr>${OVERHEAD_HEAD.map((title) => markup`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
</table></div>
<p class="quiet">${OVERHEAD_NOTE}</p>`
}`;
}

function row([first = '', ...cells]: readonly string[]): Markup {
  return markup`<tr><th scope="row">${first}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>
`;
}
