import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { parseObjective } from '../../src/measure/objective.ts';
import { exchange } from './exchange-builder.ts';

const STATES = { waiting: [], running: [], completed: [], failed: [], cancelled: [] };

const LEGAL = {
  inFlightStatus: [409],
  cancelRefusalStatus: [409],
  unknownVideoStatus: [410],
};

function added(...exchanges: readonly Exchange[]): LoadMeasure {
  const measure = new LoadMeasure([parseObjective('chat e2e p99 < 150ms')], LEGAL);
  for (const each of exchanges) measure.record(each);
  return measure;
}

const STREAM = { tokensMs: [40, 60], endMs: 100 };
const SLOW = { tokensMs: [4000, 6000], endMs: 8000, readBytesPerSecond: 1000 };

describe('slow readers', () => {
  const measure = added(exchange({ timing: STREAM }), exchange({ timing: SLOW }));

  test('slow readers: their times are in a separate mode', () => {
    const forms = measure.operations().get('chat');
    expect(forms?.get('stream')?.e2e.percentiles()).toMatchObject({ p99: 100, max: 100 });
    expect(forms?.get('slow')?.e2e.percentiles()).toMatchObject({ max: 8000 });
  });

  test('slow readers: latency objectives and the series exclude their times', () => {
    const [result] = measure.compliance({ durationMs: 1000, findings: [] });
    expect(result).toMatchObject({ met: true });
    const last = measure.seconds().at(-1);
    expect(last).toMatchObject({ atS: 8, completed: 1 });
    expect(last?.e2eP50Ms).toBeUndefined();
  });

  test('slow readers: an answer that was cut off is an error', () => {
    const cut = exchange({ timing: SLOW, outcome: 'truncated' });
    expect(added(cut).operations().get('chat')?.get('slow')?.failed).toBe(1);
  });
});

describe('uploads', () => {
  const form = { kind: 'multipart', fields: [], files: [], sizeBytes: 5000 } as const;
  const upload = (status: number): Exchange => {
    const made = exchange({ operation: 'transcription', status });
    return { ...made, request: { ...made.request, body: form } };
  };

  test('uploads: the bytes of good answers count', () => {
    const forms = added(upload(200), upload(200), upload(413)).operations().get('transcription');
    expect(forms?.get('body')?.uploadBytes).toBe(10_000);
  });
});

describe('replays', () => {
  const sent = (sendMs: number, endMs: number, status = 200): Exchange =>
    exchange({ status, timing: { intendedMs: sendMs, sendMs, endMs } });

  test.each([
    ['after the first answer are replays', [sent(0, 300), sent(400, 405), sent(500, 520)], [5, 20]],
    ['sent before the first answer are none', [sent(0, 300), sent(10, 305), sent(400, 405)], [5]],
    ['that were refused are none', [sent(0, 300, 500), sent(400, 700), sent(800, 810, 409)], []],
  ])('replays: answers %s', (_, exchanges, replays) => {
    const measure = added();
    measure.recordGroup('key', exchanges, STATES);
    const replay = measure.operations().get('chat')?.get('body')?.replay;
    expect(replay?.count ?? 0).toBe(replays.length);
    if (replays.length > 0) expect(replay?.percentiles()?.max).toBe(Math.max(...replays));
  });
});

describe('video jobs that are over', () => {
  const job = { kind: 'job', id: 'a' } as const;
  const read = (status: number) => exchange({ operation: 'video-read', status, group: job });
  const cancel = (status: number) => exchange({ operation: 'video-cancel', status, group: job });

  test('a cancel that comes too late is counted apart from errors', () => {
    const measure = added(read(200), cancel(409), read(200));
    expect(measure.operations().get('video-cancel')?.get('body')).toMatchObject({
      exchanges: 1,
      failed: 0,
      jobOver: 1,
    });
    expect(measure.errors).toBe(0);
  });

  test('a job may be gone after its cancel, not before', () => {
    const after = added(read(200), cancel(200), read(410));
    const before = added(read(410), cancel(200));
    expect([after.errors, before.errors]).toEqual([0, 1]);
  });

  test('the name of a group that has ended says nothing about a later job', () => {
    const measure = added(cancel(200));
    measure.recordGroup('job', [cancel(200)], STATES);
    measure.record(read(410));
    expect(measure.errors).toBe(1);
  });
});
