import { describe, expect, test } from 'vitest';
import type { Exchange, Outcome } from '../../src/exchange/exchange.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { parseObjective } from '../../src/measure/objective.ts';
import { recentFigures } from '../../src/measure/recent-figures.ts';
import { wholeOf } from '../../src/measure/sample.ts';
import { exchange } from './exchange-builder.ts';

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

  test('slow readers: latency objectives and the series exclude their times', () => {
    const [result] = measure.compliance({ durationMs: 1000, findings: [] });
    expect(result).toMatchObject({ met: true });
    const last = measure.series.seconds().at(-1);
    expect(last).toMatchObject({ atS: 8, completed: 1 });
    expect(last?.e2eP50Ms).toBeUndefined();
  });

  test('slow readers: an answer that was cut off is an error', () => {
    const cut = exchange({ timing: SLOW, outcome: 'truncated' });
    expect(added(cut).series.whole().get('chat')?.get('slow')?.failed).toBe(1);
  });
});

describe('calls of functions', () => {
  const CALL = { intendedMs: 10, sendMs: 20, tokensMs: [70, 80, 90], lastArgumentMs: 80 };
  const objectives = ['chat call ttft p95 < 50ms', 'chat args max < 71ms', 'chat ttft max < 61ms'];
  const measure = new LoadMeasure(objectives.map(parseObjective));
  measure.record(exchange({ timing: CALL }));
  measure.record(exchange({ timing: STREAM }));

  test('calls of functions: their times are apart from those of other streams, and are part of the operation', () => {
    const modes = measure.series.whole().get('chat');
    const { ttftFromSend, argsFromSend, args } = modes?.get('call') ?? {};
    expect(ttftFromSend?.percentiles()).toMatchObject({ count: 1, max: 50 });
    expect([argsFromSend?.percentiles()?.max, args?.percentiles()?.max]).toEqual([60, 70]);
    expect(modes?.get('stream')?.ttft.percentiles()).toMatchObject({ count: 1, max: 40 });
    expect(modes?.get('stream')?.args.count).toBe(0);
    expect(wholeOf(modes ?? new Map()).ttft.count).toBe(2);
  });

  test('calls of functions: objectives judge the first token of a call, and its last argument', () => {
    const results = measure.compliance({ durationMs: 1000, findings: [] });
    expect(results.map(({ met }) => met)).toEqual([false, true, true]);
  });
});

describe('uploads', () => {
  const form = { kind: 'multipart', fields: [], files: [], sizeBytes: 5000 } as const;
  const upload = (status: number): Exchange => {
    const made = exchange({ operation: 'transcription', status });
    return { ...made, request: { ...made.request, body: form } };
  };

  test('uploads: the bytes of good answers count', () => {
    const forms = added(upload(200), upload(200), upload(413)).series.whole().get('transcription');
    expect(forms?.get('body')?.uploadBytes).toBe(10_000);
  });
});

describe('requests under one idempotency key', () => {
  const key = { kind: 'key', id: 'k' } as const;
  interface Sent {
    readonly attempt?: number;
    readonly sendMs: number;
    readonly endMs: number;
    readonly status?: number;
    readonly outcome?: Outcome;
  }
  /** In the order of their ends, as an engine reports them. */
  const sent = (...requests: readonly Sent[]): LoadMeasure =>
    added(
      ...requests
        .map(({ attempt = 1, sendMs, endMs, ...rest }) => {
          const timing = { intendedMs: sendMs, sendMs, endMs };
          return { ...exchange({ ...rest, group: key, timing }), attempt };
        })
        .toSorted((a, b) => a.timing.endMs - b.timing.endMs),
    );
  /** The latencies in each mode, in ms. */
  const latencies = (measure: LoadMeasure) =>
    Object.fromEntries(
      [...(measure.series.whole().get('chat') ?? [])]
        .filter(([, { good }]) => good > 0)
        .map(([mode, { e2e }]) => [
          mode,
          [0, 100].map((at) => Math.round(e2e.percentile(at) ?? -1)),
        ]),
    );

  const EXECUTED = { sendMs: 0, endMs: 300 };
  const FAILED = { sendMs: 0, endMs: 20, status: 503 };
  const LEFT = { sendMs: 0, endMs: 20, outcome: 'aborted' } as const;
  const CASES: readonly (readonly [string, readonly Sent[], object])[] = [
    [
      'a request after the answer is a replay',
      [EXECUTED, { attempt: 2, sendMs: 400, endMs: 404 }, { attempt: 3, sendMs: 500, endMs: 520 }],
      { body: [300, 300], replay: [4, 20] },
    ],
    [
      'a request beside the original waits for it, also when it is answered first',
      [EXECUTED, { attempt: 2, sendMs: 10, endMs: 298 }, { attempt: 3, sendMs: 20, endMs: 305 }],
      { body: [300, 300], waited: [285, 288] },
    ],
    [
      'a retry after a refusal is executed',
      [FAILED, { attempt: 2, sendMs: 100, endMs: 400 }, { attempt: 3, sendMs: 500, endMs: 505 }],
      { body: [300, 300], replay: [5, 5] },
    ],
    [
      'the one of several at once that was not refused is executed',
      [
        { ...FAILED, status: 409 },
        { attempt: 2, sendMs: 0, endMs: 300 },
      ],
      { body: [300, 300] },
    ],
    [
      'a retry after a disconnect may have waited for what the gateway had begun',
      [LEFT, { attempt: 2, sendMs: 30, endMs: 300 }, { attempt: 3, sendMs: 400, endMs: 405 }],
      { waited: [270, 270], replay: [5, 5] },
    ],
    [
      'a retry of a request that could not connect is executed',
      [
        { ...LEFT, outcome: 'refused' },
        { attempt: 2, sendMs: 100, endMs: 400 },
      ],
      { body: [300, 300] },
    ],
    [
      'without attempts at most one of those in flight is executed',
      [EXECUTED, { sendMs: 10, endMs: 310 }],
      { body: [300, 300], waited: [300, 300] },
    ],
  ];
  test.each(CASES)('key: %s', (_, requests, expected) => {
    expect(latencies(sent(...requests))).toEqual(expected);
  });

  const REPLAYED = [EXECUTED, { attempt: 2, sendMs: 400, endMs: 404 }] as const;

  test('key: no objective but that of replays counts a replay', () => {
    const texts = ['chat e2e p50 < 20ms', 'chat replay max < 20ms', 'chat throughput > 1.5/s'];
    const measure = new LoadMeasure([...texts, 'goodput > 0.5/s'].map(parseObjective));
    for (const [at, timing] of REPLAYED.entries()) {
      measure.record({
        ...exchange({ group: key, timing: { intendedMs: timing.sendMs, ...timing } }),
        attempt: at + 1,
      });
    }
    const results = measure.compliance({ durationMs: 1000, findings: [] });
    expect(results.map(({ met, measured }) => [met, Math.round(measured ?? -1)])).toEqual([
      [false, 300],
      [true, 4],
      [false, 1],
      [false, 0],
    ]);
  });

  test('key: the seconds, the blocks of a comparison and the live figures leave replays out', () => {
    const measure = new LoadMeasure([]);
    for (const each of [EXECUTED, { sendMs: 400, endMs: 404 }]) {
      measure.record(exchange({ group: key, timing: { intendedMs: each.sendMs, ...each } }));
    }
    expect(measure.series.seconds()).toMatchObject([
      { completed: 2, e2eP50Ms: expect.closeTo(300, 0) },
    ]);
    expect([...(measure.series.blocks().get('chat')?.keys() ?? [])]).toEqual(['body']);
    expect(recentFigures(measure.series, 1)).toMatchObject([
      { throughput: 1, e2eP50Ms: expect.closeTo(300, 0) },
    ]);
  });

  test('key: one that has ended, or that of another engine, says nothing about a later one', () => {
    const measure = added();
    const keyed = (sendMs: number) =>
      exchange({ group: key, timing: { sendMs, endMs: sendMs + 100 } });
    measure.record(keyed(0), 0);
    measure.record(keyed(200), 1);
    measure.endGroup(key, 0);
    measure.record(keyed(400), 0);
    expect(measure.series.whole().get('chat')?.get('body')?.good).toBe(3);
  });
});

describe('video jobs that are over', () => {
  const job = { kind: 'job', id: 'a' } as const;
  const read = (status: number) => exchange({ operation: 'video-read', status, group: job });
  const cancel = (status: number) => exchange({ operation: 'video-cancel', status, group: job });

  test('a cancel that comes too late is counted apart from errors', () => {
    const measure = added(read(200), cancel(409), read(200));
    expect(measure.series.whole().get('video-cancel')?.get('body')).toMatchObject({
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
    measure.endGroup(job);
    measure.record(read(410));
    expect(measure.errors).toBe(1);
  });
});
