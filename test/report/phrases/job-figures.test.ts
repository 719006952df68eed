import { expect, test } from 'vitest';
import { text } from '../../../src/report/formats/text.ts';
import { jobSentence } from '../../../src/report/phrases/operation-figures.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { load } from '../sample-load.ts';
import * as samples from '../sample-report.ts';

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

function report() {
  const sample = load({});
  const { chat, transcription } = sample.operations;
  if (chat === undefined || transcription === undefined) throw new Error('No operations.');
  const operations = {
    ...sample.operations,
    chat: {
      ...chat,
      modes: { ...chat.modes, slow: { ...chat, e2eMs: { ...LATENCY, p50: 7654 } } },
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

const output = text.render(report());

test('video jobs: a report with them matches the schema', () => {
  expect(RunReportSchema.parse(report()).load?.jobs).toEqual(JOBS);
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

test('slow readers: the report has their times apart', () => {
  expect(output).toMatch(/chat, slow reader[\s\S]+7 654/);
});
