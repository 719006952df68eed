import { type Markup, markup } from '../../phrases/markup.ts';
import {
  OVERHEAD_HEAD,
  OVERHEAD_NOTE,
  overheadCells,
  overheadSentences,
  stepRows,
} from '../../phrases/overhead-sentences.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { addedSection } from './added.ts';
import { overheadAgainstRate } from './charts/overhead-chart.ts';
import { tokenStrip } from './charts/token-strip.ts';
import { figuresTable } from './figures-table.ts';

const MODES = ['stream', 'body'] as const;

/** What the gateway adds: at each load that `assay overhead` sent, or under the load of the run. */
export function overheadSection({ overhead, load }: RunReport): Markup | undefined {
  if (overhead === undefined) return load && addedSection(load);
  const rows = stepRows(overhead).map(overheadCells);
  const [first] = overhead.steps;
  const charts = [
    ...MODES.map((mode) => overheadAgainstRate(overhead, mode)),
    first && tokenStrip(first),
  ];
  return markup`${charts.some((chart) => chart !== undefined) && markup`<div class="charts">${charts}</div>`}
${overheadSentences(overhead).map((each) => markup`<p>${each}</p>`)}
${
  rows.length > 0 &&
  markup`${figuresTable('Overhead at each load', OVERHEAD_HEAD, rows)}
<p class="quiet">${OVERHEAD_NOTE}</p>`
}`;
}
