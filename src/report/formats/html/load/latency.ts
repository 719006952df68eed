import { jobRows } from '../../../phrases/job-figures.ts';
import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatDigits } from '../../../phrases/number-format.ts';
import {
  isOnlyMax,
  type LatencyRow,
  loadedOperations,
  modeName,
  percentileRows,
  SHOWN_PERCENTILES,
  type ShownPercentile,
} from '../../../phrases/operation-figures.ts';
import { clip } from '../../../phrases/printable.ts';
import type { LoadReport } from '../../../schema/load.ts';
import type { Percentiles } from '../../../schema/percentiles.ts';
import type { OperationLoad } from '../../../schema/traffic.ts';

const STRIP_WIDTH = 150;

/** The logarithmic scale of all strips. */
interface Scale {
  readonly least: number;
  readonly most: number;
  /** Where a duration lies in a strip, from 0 to STRIP_WIDTH. */
  place(ms: number): number;
}

/** Percentiles per operation, in ms, with each row drawn on one scale beside its figures. */
export function latencyTable(load: LoadReport): Markup {
  const scale = scaleOf(load);
  if (scale === undefined) return markup`<p>No latency was measured.</p>`;
  const groups = latencyGroups(load);
  return markup`<p class="toggle"><label><input type="checkbox" id="from-scheduled"> also from the scheduled start, as objectives measure</label></p>
<div class="scroll" tabindex="0" role="region" aria-label="Latency per operation, in ms"><table class="figures latency">
<thead><tr><th scope="col">ms</th><th scope="col">n</th>${SHOWN_PERCENTILES.map((name) => markup`<th scope="col">${name}</th>`)}<th scope="col" class="strip">p50 to p99, and max; log scale, ${formatDigits(scale.least)} to ${formatDigits(scale.most)} ms</th></tr></thead>
${groups.map((group) => latencyGroup(group, scale))}</table></div>`;
}

interface LatencyGroup {
  readonly name: string;
  readonly rows: readonly LatencyRow[];
}

function latencyGroups(load: LoadReport): LatencyGroup[] {
  const operations = loadedOperations(load).flatMap(withModes);
  return [...operations, { name: 'video jobs', rows: jobRows(load) }];
}

/** An operation, then its modes where it has several. */
function withModes([operation, load]: [string, OperationLoad]): LatencyGroup[] {
  // Repetitions under an idempotency key have a row in the operation.
  const modes = Object.entries(load.modes ?? {}).filter(
    ([mode]) => mode !== 'replay' && mode !== 'waited',
  );
  const apart = modes.map(([mode, figures]) => {
    return { name: modeName(operation, mode), rows: percentileRows(figures) };
  });
  return [{ name: operation, rows: rowsOfSeveral(percentileRows(load), apart) }, ...apart];
}

/** Without what only one mode has: the row there says the same. */
function rowsOfSeveral(
  rows: readonly LatencyRow[],
  apart: readonly LatencyGroup[],
): readonly LatencyRow[] {
  const fast = apart.filter(({ name }) => !name.endsWith(modeName('', 'slow')));
  if (fast.length === 0) return rows;
  return rows.filter(
    ({ name }) => fast.filter((group) => group.rows.some((row) => row.name === name)).length !== 1,
  );
}

function latencyGroup({ name, rows }: LatencyGroup, scale: Scale): Markup {
  if (rows.length === 0) return markup``;
  return markup`<tbody>
<tr class="operation"><th scope="rowgroup" colspan="${SHOWN_PERCENTILES.length + 3}">${clip(name, 100)}</th></tr>
${rows.map((row) => latencyRow(row, scale))}</tbody>
`;
}

function latencyRow({ name, percentiles }: LatencyRow, scale: Scale): Markup {
  const { count } = percentiles;
  const isScheduled = name.endsWith('from scheduled start');
  return markup`<tr${isScheduled && markup` class="scheduled"`}><th scope="row">${name}</th><td>${count === undefined ? '–' : formatCount(count)}</td>${SHOWN_PERCENTILES.map((each) => latencyCell(each, percentiles))}<td class="strip">${strip(percentiles, scale)}</td></tr>
`;
}

function latencyCell(name: ShownPercentile, percentiles: Percentiles): Markup {
  const value = formatDigits(percentiles[name]);
  if (!isOnlyMax(name, percentiles)) return markup`<td>${value}</td>`;
  return markup`<td class="weak">${value}<small>max of ${formatCount(percentiles.count ?? 0)}</small></td>`;
}

function strip({ p50, p99, max }: Percentiles, scale: Scale): Markup {
  const [from, to, end] = [p50, p99, max].map((ms) => scale.place(ms).toFixed(1));
  return markup`<svg viewBox="-4 0 ${STRIP_WIDTH + 8} 14" aria-hidden="true"><path class="rail" d="M0 7h${STRIP_WIDTH}"/><path class="range" d="M${from ?? 0} 7H${to ?? 0}"/><circle cx="${from ?? 0}" cy="7" r="3.500"/><path class="max" d="M${end ?? 0} 3v8"/></svg>`;
}

function scaleOf(load: LoadReport): Scale | undefined {
  const rows = latencyGroups(load).flatMap((group) => group.rows);
  if (rows.length === 0) return undefined;
  const least = Math.max(0.01, Math.min(...rows.map(({ percentiles }) => percentiles.p50)));
  const most = Math.max(least * 2, ...rows.map(({ percentiles }) => percentiles.max));
  const place = (ms: number) =>
    (Math.log(Math.max(ms, least) / least) / Math.log(most / least)) * STRIP_WIDTH;
  return { least, most, place };
}
