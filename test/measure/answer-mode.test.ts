import { expect, test } from 'vitest';
import { answerModeOf } from '../../src/measure/answer-mode.ts';
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
