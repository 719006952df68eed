import type { LoadReport } from '../schema/load.ts';
import type { Percentiles } from '../schema/percentiles.ts';
import type { AddedRecord } from '../schema/traffic.ts';
import { formatCount, formatFineMilliseconds } from './number-format.ts';
import { placeOf } from './operation-figures.ts';

export const ADDED_HEAD = [
  'Operation',
  'Figure',
  'p50',
  'p90',
  'p99',
  'max',
  'Observations',
] as const;

const ADDED =
  'What the gateway adds to the times of its provider, in ms, with the time in which the load generator sends and reads. TTFT, request latency: the time of the caller less that of the upstream.';
const ADDED_MOMENTS =
  'forward: from the send of the request until it reached the upstream. relay: from the write of each token to its read.';
const NO_MOMENTS =
  'forward and relay are not measured: they need one clock for both ends (the load engines and the upstream on one Linux machine).';
const WITH_FLOOR =
  'To measure it against the same requests without the gateway, run assay overhead.';

/** Below the table of what the gateway added under load. */
export function addedNote({ overhead = {} }: LoadReport): string {
  const isMeasured = Object.values(overhead).some(({ forwardMs }) => forwardMs !== undefined);
  return [ADDED, isMeasured ? ADDED_MOMENTS : NO_MOMENTS, WITH_FLOOR].join(' ');
}

/** The cells of each operation and figure; none without --upstream. */
export function addedRows({ overhead = {} }: LoadReport): readonly string[][] {
  return inOrder(overhead).flatMap(([operation, added]) =>
    figuresOf(added).flatMap(([name, percentiles]) =>
      percentiles === undefined ? [] : [[operation, name, ...cells(percentiles)]],
    ),
  );
}

/** How tokens came, a sentence for each operation with streams. */
export function addedSentences({ overhead = {} }: LoadReport): readonly string[] {
  return inOrder(overhead).flatMap(([operation, { tokensPerRead }]) =>
    tokensPerRead === undefined
      ? []
      : [`${operation}: a read of the caller brought ${tokensPerRead.toFixed(2)} tokens.`],
  );
}

function inOrder(overhead: NonNullable<LoadReport['overhead']>): [string, AddedRecord][] {
  return Object.entries(overhead).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
}

function figuresOf({
  ttftMs,
  e2eMs,
  forwardMs,
  relayMs,
}: AddedRecord): readonly [string, Percentiles | undefined][] {
  return [
    ['TTFT', ttftMs],
    ['request latency', e2eMs],
    ['forward', forwardMs],
    ['relay', relayMs],
  ];
}

function cells({ p50, p90, p99, max, count }: Percentiles): string[] {
  return [
    ...[p50, p90, p99, max].map(formatFineMilliseconds),
    count === undefined ? '–' : formatCount(count),
  ];
}
