import { expect, test } from 'vitest';
import type { Section, Table } from '../../../src/report/document/document.ts';
import { latencySections } from '../../../src/report/document/latency.ts';
import { text } from '../../../src/report/formats/text.ts';
import { jobSentence } from '../../../src/report/phrases/operation-figures.ts';
import type { LoadReport } from '../../../src/report/schema/load.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { load } from '../sample-load.ts';
import * as samples from '../sample-report.ts';

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
  const [fromSend, , fromScheduled] = tables(load({})).map(({ groups }) =>
    groups.find(({ name }) => name === 'chat')?.rows.map(({ name }) => name),
  );
  expect(fromSend).toEqual(['TTFT', 'ITL', 'TPOT', 'request latency']);
  expect(fromScheduled).toEqual(['TTFT', 'request latency']);
});

test('latency: each operation has one row for a latency; its modes are one click away, on the page', () => {
  const [latency, ofModes] = latencySections(load({}));
  const names = (shown: Section | undefined) =>
    shown?.blocks.flatMap((block) => (block.kind === 'table' ? block.groups : []));
  expect(names(latency)?.filter(({ name }) => name?.startsWith('chat, '))).toEqual([]);
  expect(ofModes).toMatchObject({ folded: true, only: 'page' });
  expect(names(ofModes)?.map(({ name }) => name)).toEqual(['chat, body', 'chat, stream']);
});

const LATENCY = { p50: 104, p90: 105, p95: 106, p99: 107, max: 108 };
const JOBS = {
  created: 12,
  completed: 7,
  failed: 0,
  cancelled: 4,
  notEnded: 1,
  durationMs: { ...LATENCY, p50: 1234 },
  pollLagMs: LATENCY,
  cancelLatencyMs: { ...LATENCY, p50: 3.21 },
};

function reportOfJobs() {
  const sample = load({});
  const { chat, transcription } = sample.operations;
  if (chat === undefined || transcription === undefined) throw new Error('No operations.');
  const operations = {
    ...sample.operations,
    chat: {
      ...chat,
      modes: {
        ...chat.modes,
        call: { ...chat, argsMs: { ...LATENCY, p50: 4321 } },
        slow: { ...chat, e2eMs: { ...LATENCY, p50: 7654 } },
      },
    },
    transcription: {
      ...transcription,
      uploadBytesPerSecond: 12_345_678,
      replayed: 3,
      modes: { replay: { ...transcription, e2eMs: LATENCY } },
    },
  };
  return { ...samples.passingGate(), load: { ...sample, operations, jobs: JOBS } };
}

const output = text.render(reportOfJobs());

test('video jobs: a report with them matches the schema', () => {
  expect(RunReportSchema.parse(reportOfJobs()).load?.jobs).toEqual(JOBS);
});

test('video jobs: the report says how they ended and how long they took', () => {
  expect(output).toContain('12 video jobs: 7 completed, 4 cancelled, 1 end not observed');
  expect(output).toMatch(/create to end\D+1 234/);
  expect(output).toMatch(/poll lag, upper limit\D+104/);
  expect(output).toMatch(/cancel\D+3\.21/);
  expect(output).not.toMatch(/poll lag, stated \(± 1 s\)\D+\d/);
});

test('video jobs: a report without any does not mention them', () => {
  expect(jobSentence(load({}))).toBeUndefined();
  expect(text.render(samples.passingGate())).not.toMatch(/video jobs?\b/);
});

test('uploads: the report says how many bytes a second they were', () => {
  expect(output).toContain('uploads at 12.3 MB/s');
});

test('replays: the report has a row with their latency, and their number', () => {
  expect(output).toMatch(/idempotent replay\D+104/);
  expect(output).toMatch(/3 idempotent replays, counted as\s+requests only/);
});

test('calls of functions: the report has their times apart', () => {
  expect(output).toMatch(/chat, call of a function[\s\S]+last argument\D+[\s\S]+4 321/);
});

test('slow readers: the report has their times apart', () => {
  expect(output).toMatch(/chat, slow reader[\s\S]+7 654/);
});
