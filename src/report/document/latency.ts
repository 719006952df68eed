import { jobRows } from '../phrases/job-figures.ts';
import { formatCount, formatDigits } from '../phrases/number-format.ts';
import {
  isOnlyMax,
  type LatencyRow,
  loadedOperations,
  modeName,
  percentileRows,
  SHOWN_PERCENTILES,
  scheduledRows,
} from '../phrases/operation-figures.ts';
import type { LoadReport } from '../schema/load.ts';
import type { OperationLoad } from '../schema/traffic.ts';
import {
  paragraph,
  type Row,
  type RowGroup,
  type Section,
  section,
  type Table,
} from './document.ts';

/** Percentiles of each operation, in ms: from the send, then from the scheduled start. */
export function latencySections(load: LoadReport): readonly Section[] {
  const jobs = { name: 'video jobs', rows: jobRows(load).map(latencyRow) };
  const fromSend = [...groupsOf(load, percentileRows), jobs];
  const fromScheduled = groupsOf(load, scheduledRows);
  return [
    section('Latency', [
      table('Latency of each operation, in ms', fromSend) ?? paragraph('No latency was measured.'),
    ]),
    section(
      'Latency from the scheduled start, as objectives measure',
      [table('Latency from the scheduled start, in ms', fromScheduled)],
      { folded: true },
    ),
  ].filter(({ blocks }) => blocks.length > 0);
}

function table(name: string, groups: readonly RowGroup[]): Table | undefined {
  const measured = groups.filter(({ rows }) => rows.length > 0);
  if (measured.length === 0) return undefined;
  const cells = measured.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  return {
    kind: 'table',
    name,
    columns: ['ms', 'n', ...SHOWN_PERCENTILES].map((title) => ({ title })),
    groups: measured,
    ...(cells.includes('–') && { note: '– too few observations (n) for this percentile' }),
  };
}

/** Each operation, then its modes where it has several; only slow readers are of interest everywhere. */
function groupsOf(
  load: LoadReport,
  rowsOf: (figures: OperationLoad) => readonly LatencyRow[],
): readonly RowGroup[] {
  return loadedOperations(load).flatMap(([operation, figures]) => {
    // Repetitions under an idempotency key have a row in the operation.
    const modes = Object.entries(figures.modes ?? {}).filter(
      ([mode]) => mode !== 'replay' && mode !== 'waited',
    );
    return [
      { name: operation, rows: rowsOf(figures).map(latencyRow) },
      ...modes.map(
        ([mode, apart]): RowGroup => ({
          name: modeName(operation, mode),
          rows: rowsOf(apart).map(latencyRow),
          ...(mode !== 'slow' && { only: 'page' }),
        }),
      ),
    ];
  });
}

/** How many observations there were, then each percentile that they carry. */
function latencyRow({ name, percentiles }: LatencyRow): Row {
  const { count } = percentiles;
  const shown = SHOWN_PERCENTILES.map((each) =>
    isOnlyMax(each, percentiles) ? '–' : formatDigits(percentiles[each]),
  );
  return { name, cells: [count === undefined ? '–' : formatCount(count), ...shown] };
}
