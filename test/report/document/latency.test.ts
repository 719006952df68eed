import { expect, test } from 'vitest';
import type { Table } from '../../../src/report/document/document.ts';
import { latencySections } from '../../../src/report/document/latency.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import { load } from '../sample-load.ts';

/** The tables: from the send, and from the scheduled start. */
function tables(report: LoadReport): readonly Table[] {
  return latencySections(report).flatMap(({ blocks }) =>
    blocks.filter((block): block is Table => block.kind === 'table'),
  );
}

function imagesOf(observations: number): Table | undefined {
  const report = load({});
  const e2eMs = { p50: 21.25, p90: 31.5, p95: 41.5, p99: 51.5, max: 61.5, count: observations };
  Object.assign(report.operations.images ?? {}, { e2eMs });
  return tables(report)[0];
}

test.each([
  [1, ['1', '–', '–', '–', '–', '61.5']],
  [9, ['9', '21.3', '–', '–', '–', '61.5']],
  [19, ['19', '21.3', '31.5', '–', '–', '61.5']],
  [99, ['99', '21.3', '31.5', '41.5', '–', '61.5']],
  [100, ['100', '21.3', '31.5', '41.5', '51.5', '61.5']],
])('latency: %s responses have the percentiles that they can carry', (observations, cells) => {
  const images = imagesOf(observations)?.groups.find(({ name }) => name === 'images');
  expect(images?.rows[0]).toEqual({ name: 'request latency', cells });
});

test('latency: a note says what the dash of a percentile means', () => {
  expect(imagesOf(99)?.note).toBe('– too few observations (n) for this percentile');
});

test('latency: times from the scheduled start are a table of their own, without those between tokens', () => {
  const [fromSend, fromScheduled] = tables(load({})).map(({ groups }) =>
    groups.find(({ name }) => name === 'chat')?.rows.map(({ name }) => name),
  );
  expect(fromSend).toEqual(['TTFT', 'ITL', 'TPOT', 'request latency']);
  expect(fromScheduled).toEqual(['TTFT', 'request latency']);
});

test('latency: modes other than slow readers are shown on the page only', () => {
  const modes = tables(load({}))[0]?.groups.filter(({ name }) => name?.startsWith('chat, '));
  expect(modes?.map(({ name, only }) => [name, only])).toEqual([
    ['chat, body', 'page'],
    ['chat, stream', 'page'],
  ]);
});
