import { overheadCharts } from '../charts/overhead-charts.ts';
import { formatCount, formatFineDigits } from '../phrases/number-format.ts';
import { placeOf } from '../phrases/operation-figures.ts';
import { overheadSentences, stepName } from '../phrases/overhead-sentences.ts';
import type { LoadReport } from '../schema/load.ts';
import type { OverheadReport } from '../schema/overhead.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Percentiles } from '../schema/traffic.ts';
import {
  type Block,
  charts,
  paragraph,
  type RowGroup,
  type Section,
  section,
  type Table,
} from './document.ts';
import { latencyRows } from './latency.ts';
import { figureGroups } from './performance.ts';

/** What the gateway adds: at each load that `assay overhead` sent, or under the load of the run. */
export function overheadSection({ overhead, load }: RunReport): Section | undefined {
  const blocks = overhead === undefined ? addedBlocks(load) : stepBlocks(overhead);
  return blocks.length === 0 ? undefined : section('Overhead', blocks, { id: 'overhead' });
}

function stepBlocks(overhead: OverheadReport) {
  return [
    charts(() => overheadCharts(overhead)),
    ...overheadSentences(overhead).map((sentence) => paragraph(sentence)),
    table(overhead),
  ];
}

function table({ steps }: OverheadReport): Table | undefined {
  const rows = steps.flatMap((step) => step.rows.map((row) => ({ ...row, step: stepName(step) })));
  if (rows.length === 0) return undefined;
  return {
    kind: 'table',
    name: 'Overhead at each load',
    columns: ['Figure', 'Direct', 'Through', 'Overhead', '95 % CI'].map((title) => ({ title })),
    groups: figureGroups(rows, 0),
    stacked: true,
    note: 'Times run from the send of the request. Overhead is the time through the gateway less the time straight to the upstream. overhead, TTFT and overhead, request latency: the same after the time that the upstream itself took was subtracted from each request (clock-free). forward: until the request reached the upstream. relay of a token: from its write to its read.',
  };
}

const ADDED =
  'What the gateway adds to the times of its provider, in ms, with the time in which the load generator sends and reads. TTFT, request latency: the time of the caller less that of the upstream.';
const ADDED_MOMENTS =
  'forward: from the send of the request until it reached the upstream. relay: from the write of each token to its read.';
const NO_MOMENTS =
  'forward and relay are not measured: they need one clock for both ends (the load engines and the upstream on one Linux machine).';
const WITH_FLOOR =
  'To measure it against the same requests without the gateway, run assay overhead.';

/** What the gateway adds under load, by operation; nothing without --upstream. */
function addedBlocks(load: LoadReport | undefined): readonly (Block | undefined)[] {
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
      groups: operations.map(
        ([name, { ttftMs, e2eMs, forwardMs, relayMs }]): RowGroup => ({
          name,
          rows: latencyRows(
            [
              ['TTFT', ttftMs],
              ['request latency', e2eMs],
              ['forward', forwardMs],
              ['relay', relayMs],
            ],
            addedCells,
          ),
        }),
      ),
      note: [ADDED, isMeasured ? ADDED_MOMENTS : NO_MOMENTS, WITH_FLOOR].join(' '),
    },
  ];
}

function addedCells({ p50, p90, p99, max, count }: Percentiles): readonly string[] {
  const times = [p50, p90, p99, max].map(formatFineDigits);
  return [...times, count === undefined ? '–' : formatCount(count)];
}
