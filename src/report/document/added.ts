import { formatCount, formatFineMilliseconds } from '../phrases/number-format.ts';
import { placeOf } from '../phrases/operation-figures.ts';
import type { LoadReport } from '../schema/load.ts';
import type { Percentiles } from '../schema/percentiles.ts';
import type { AddedRecord } from '../schema/traffic.ts';
import { type Block, paragraph, type Row, type RowGroup } from './document.ts';

const ADDED =
  'What the gateway adds to the times of its provider, in ms, with the time in which the load generator sends and reads. TTFT, request latency: the time of the caller less that of the upstream.';
const ADDED_MOMENTS =
  'forward: from the send of the request until it reached the upstream. relay: from the write of each token to its read.';
const NO_MOMENTS =
  'forward and relay are not measured: they need one clock for both ends (the load engines and the upstream on one Linux machine).';
const WITH_FLOOR =
  'To measure it against the same requests without the gateway, run assay overhead.';

/** What the gateway adds under load, by operation; nothing without --upstream. */
export function addedBlocks(load: LoadReport | undefined): readonly (Block | undefined)[] {
  const operations = Object.entries(load?.overhead ?? {}).toSorted(
    ([one], [other]) => placeOf(one) - placeOf(other),
  );
  if (operations.length === 0) return [];
  const isMeasured = operations.some(([, { forwardMs }]) => forwardMs !== undefined);
  return [
    ...operations.map(([operation, { tokensPerRead }]) =>
      paragraph(
        tokensPerRead === undefined
          ? undefined
          : `${operation}: a read of the caller brought ${tokensPerRead.toFixed(2)} tokens.`,
      ),
    ),
    {
      kind: 'table',
      name: 'Overhead of each operation',
      columns: ['Figure, ms', 'p50', 'p90', 'p99', 'max', 'n'].map((title) => ({ title })),
      groups: operations.map(([name, added]): RowGroup => ({ name, rows: rowsOfOperation(added) })),
      note: [ADDED, isMeasured ? ADDED_MOMENTS : NO_MOMENTS, WITH_FLOOR].join(' '),
    },
  ];
}

function rowsOfOperation({ ttftMs, e2eMs, forwardMs, relayMs }: AddedRecord): readonly Row[] {
  const rows: readonly (readonly [string, Percentiles | undefined])[] = [
    ['TTFT', ttftMs],
    ['request latency', e2eMs],
    ['forward', forwardMs],
    ['relay', relayMs],
  ];
  return rows.flatMap(([name, percentiles]) => {
    if (percentiles === undefined) return [];
    const { p50, p90, p99, max, count } = percentiles;
    const shown = [p50, p90, p99, max].map(formatFineMilliseconds);
    return [{ name, cells: [...shown, count === undefined ? '–' : formatCount(count)] }];
  });
}
