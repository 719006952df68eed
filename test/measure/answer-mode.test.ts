import { expect, test } from 'vitest';
import { answerModeOf } from '../../src/measure/answer-mode.ts';
import { timingsOf } from '../../src/measure/measured-exchange.ts';
import { classify } from '../../src/measure/result-class.ts';
import { exchange } from './exchange-builder.ts';

const STREAM_REQUEST = '{"model":"m","stream":true}';
const EVENTS = 'text/event-stream';

/** A request of which only the beginning was kept. */
function long(asked: string): ReturnType<typeof exchange> {
  const made = exchange({ status: 500 });
  const body = { kind: 'text', text: asked, sizeBytes: 1_000_000 } as const;
  return { ...made, request: { ...made.request, body } };
}

test.each([
  ['an event stream', exchange({ asked: STREAM_REQUEST, contentType: EVENTS }), 'stream'],
  [
    'a stream that was refused with a 429',
    exchange({ asked: STREAM_REQUEST, status: 429 }),
    'stream',
  ],
  [
    'a stream that was refused with a 500',
    exchange({ asked: STREAM_REQUEST, status: 500 }),
    'stream',
  ],
  ['a stream that never came', exchange({ asked: STREAM_REQUEST, outcome: 'timed-out' }), 'stream'],
  ['a stream request answered with one body', exchange({ asked: STREAM_REQUEST }), 'body'],
  [
    'a stream that calls a function',
    exchange({ contentType: EVENTS, timing: { tokensMs: [1, 2], lastArgumentMs: 2 } }),
    'call',
  ],
  ['one body', exchange({ asked: '{}' }), 'body'],
  ['one body that was refused', exchange({ asked: '{}', status: 500 }), 'body'],
  [
    'one body that was refused by an event stream',
    exchange({ asked: '{}', status: 500, contentType: EVENTS }),
    'body',
  ],
  ['an upload that was refused', exchange({ status: 500 }), 'body'],
  ['an event stream to what cannot be read', exchange({ contentType: EVENTS }), 'stream'],
  [
    'a long stream request that was refused',
    long('{"model":"m","stream":true,"messages":[{"role":"user","content":"and so'),
    'stream',
  ],
  [
    'a long request that mentions streams and was refused',
    long(String.raw`{"model":"m","messages":[{"role":"user","content":"Say {\"stream\":true} and`),
    'body',
  ],
])(
  'mode: %s has the mode of its successful answer, or else the requested mode',
  (_, seen, mode) => {
    expect(answerModeOf(seen)).toBe(mode);
  },
);

test('mode: a slow reader that was refused counts as a slow reader', () => {
  const refused = exchange({
    asked: STREAM_REQUEST,
    status: 500,
    timing: { readBytesPerSecond: 1000 },
  });
  expect(answerModeOf(refused)).toBe('slow');
});

test('mode: the profile names the field that requests a stream', () => {
  expect(answerModeOf(exchange({ asked: '{"sse":true}', status: 500 }), 'sse')).toBe('stream');
});

const LEGAL = {
  inFlightStatus: [409],
  cancelRefusalStatus: [404, 409],
  unknownVideoStatus: [404, 410],
};
const CANCELLED = new Set(['cancelled']);
const running = { kind: 'job', id: 'running' } as const;
const cancelled = { kind: 'job', id: 'cancelled' } as const;
const key = { kind: 'key', id: 'k' } as const;

test.each([
  ['a 2xx', exchange({ status: 201 }), { kind: 'good' }],
  [
    'a 2xx with an error event, whatever follows it',
    { ...exchange({}), reportsError: true as const },
    { kind: 'failed', error: 'error in a 2xx answer' },
  ],
  ['a 429', exchange({ status: 429 }), { kind: 'throttled' }],
  ['a 500', exchange({ status: 500 }), { kind: 'failed', error: 'status 500' }],
  ['a 409 to a retry of a key', exchange({ status: 409, group: key }), { kind: 'in-flight' }],
  ['a 409 without a key', exchange({ status: 409 }), { kind: 'failed', error: 'status 409' }],
  [
    'a 409 to a DELETE of a job, which may have ended just before',
    exchange({ operation: 'video-cancel', status: 409, group: running }),
    { kind: 'job-over' },
  ],
  [
    'a 403 to a DELETE of a job',
    exchange({ operation: 'video-cancel', status: 403, group: running }),
    { kind: 'failed', error: 'status 403' },
  ],
  [
    'a 410 to a read of a cancelled job',
    exchange({ operation: 'video-read', status: 410, group: cancelled }),
    { kind: 'job-over' },
  ],
  [
    'a 404 to a read of a job that was not cancelled',
    exchange({ operation: 'video-read', status: 404, group: running }),
    { kind: 'failed', error: 'status 404' },
  ],
  ['a refused connection', exchange({ outcome: 'refused' }), { kind: 'failed', error: 'refused' }],
  ['a reset', exchange({ outcome: 'reset' }), { kind: 'failed', error: 'reset' }],
  [
    'a reset of a kept connection that was closing',
    { ...exchange({ outcome: 'reset' }), metClosing: true as const },
    { kind: 'met-closing' },
  ],
  ['a truncated body', exchange({ outcome: 'truncated' }), { kind: 'failed', error: 'truncated' }],
  ['leaving on purpose', exchange({ outcome: 'aborted' }), { kind: 'aborted' }],
  ['the end of the run', exchange({ outcome: 'cut-by-end' }), { kind: 'cut' }],
])('result class: %s', (_, seen, resultClass) => {
  expect(classify(seen, LEGAL, CANCELLED)).toEqual(resultClass);
});

test('timings: a stream sent late is timed from its send and from its scheduled start', () => {
  const timings = timingsOf(
    exchange({ timing: { intendedMs: 10, sendMs: 30, tokensMs: [80, 90, 100], endMs: 110 } }),
  );
  expect(timings).toMatchObject({
    ttftMs: 50,
    ttftFromIntendedMs: 70,
    e2eMs: 80,
    e2eFromIntendedMs: 100,
    itlMs: [10, 10],
    tpotMs: 15,
    tokens: 3,
  });
});

test('timings: tokens of one read have no inter-token latency between them', () => {
  const timings = timingsOf(exchange({ timing: { tokensMs: [50, 50, 60], endMs: 60 } }));
  expect(timings.itlMs).toEqual([10]);
});

test('timings: a single token is a TTFT without TPOT', () => {
  const timings = timingsOf(exchange({ timing: { tokensMs: [50], endMs: 60 } }));
  expect(timings.ttftMs).toBe(50);
  expect(timings.tpotMs).toBeUndefined();
});

test('timings: one body has a request latency only', () => {
  expect(timingsOf(exchange())).toEqual({
    e2eMs: 100,
    e2eFromIntendedMs: 100,
    tokens: 0,
    itlMs: [],
  });
});
