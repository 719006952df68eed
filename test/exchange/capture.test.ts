import { expect, test } from 'vitest';
import { Capture } from '../../src/exchange/capture.ts';
import { chat, testRun } from './outgoing-request.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function answering(): Capture {
  const capture = new Capture(chat('http://127.0.0.1:1'), testRun());
  capture.head(200, []);
  return capture;
}

test('capture: pieces of one turn of the event loop are one read', async () => {
  const capture = answering();
  capture.data(Buffer.from('a'));
  capture.data(Buffer.from('b'));
  await turn();
  capture.data(Buffer.from('c'));
  const { answer } = capture.settle('answered');
  expect(answer?.reads.map(({ endOffset }) => endOffset)).toEqual([2, 3]);
});

test('capture: an answer in more than 65 536 reads is oversize', async () => {
  const capture = answering();
  let ending: string | undefined;
  let reads = 0;
  while (ending === undefined && reads < 70_000) {
    ending = capture.data(Buffer.from('x'));
    reads += 1;
    await Promise.resolve();
  }
  expect([ending, reads]).toEqual(['oversize', 65_537]);
});

test('capture: a request that was answered early keeps the time at which its sending began', async () => {
  let clock = 10;
  const capture = new Capture(chat('http://127.0.0.1:1'), { ...testRun(), now: () => clock });
  capture.sent();
  clock = 20;
  capture.firstByte();
  clock = 30;
  capture.sent();
  const { timing } = capture.settle('truncated');
  expect(timing).toEqual({ intendedMs: 10, sendMs: 10, firstByteMs: 20, endMs: 30 });
});

test('capture: tokens of a stream are timed from the origin of the run', async () => {
  let clock = 1000;
  const capture = new Capture(chat('http://127.0.0.1:1'), { ...testRun(), now: () => clock });
  capture.head(200, [['content-type', 'text/event-stream; charset=utf-8']]);
  clock = 1050;
  capture.data(Buffer.from('data: {"choices":[{"delta":{"content":"a"}}]}\n\n'));
  const { timing, answer } = capture.settle('answered');
  expect(timing.tokensMs).toEqual([1050]);
  expect(answer?.reads[0]?.atMs).toBe(50);
});

test('capture: one body has no tokens', () => {
  const capture = answering();
  capture.data(Buffer.from('data: {"choices":[{"delta":{"content":"a"}}]}\n\n'));
  expect(capture.settle('answered').timing).not.toHaveProperty('tokensMs');
});

test.each([
  ['an error event, then [DONE]', 'event-stream', 'data: {"error":{}}\n\ndata: [DONE]\n\n', true],
  ['an event whose object is an error', 'event-stream', 'data: {"object":"error"}\n\n', true],
  ['an event named error', 'event-stream', 'event: error\ndata: overloaded\n\n', true],
  ['a response that fails', 'event-stream', 'data: {"type":"response.failed"}\n\n', true],
  ['no error', 'event-stream', 'data: {"error":null}\n\n', undefined],
  ['a body with an error', 'json', '{"error":{"message":"overloaded"}}', true],
  ['a failed response', 'json', '{"object":"response","status":"failed"}', true],
  ['a body without an error', 'json', '{"error":null,"text":"an error"}', undefined],
  ['no JSON', 'json', '"error', undefined],
])('capture: a 2xx answer with %s reports an error, or none', (_, kind, text, reported) => {
  const capture = new Capture(chat('http://127.0.0.1:1'), testRun());
  const type = kind === 'json' ? 'application/json' : 'text/event-stream';
  capture.head(200, [['content-type', type]]);
  capture.data(Buffer.from(text));
  expect(capture.settle('answered').reportsError).toBe(reported);
});
