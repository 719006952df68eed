import { expect, test } from 'vitest';
import { decodeEventStream, tokenTimes } from '../../src/exchange/sse.ts';

const chunk = (content: string | null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

function chatStream(reads: readonly (readonly [text: string, atMs: number])[]) {
  let endOffset = 0;
  const ends = reads.map(([text, atMs]) => {
    endOffset += Buffer.byteLength(text);
    return { endOffset, atMs };
  });
  return decodeEventStream(Buffer.from(reads.map(([text]) => text).join('')), ends).events;
}

test('token times: only events with content count, from the origin of the run', () => {
  const events = chatStream([
    [chunk(null), 40],
    [chunk(''), 45],
    [chunk('a'), 50],
    [chunk('b'), 55],
    ['data: [DONE]\n\n', 60],
  ]);
  expect(tokenTimes('chat', events, 1000)).toEqual({ tokensMs: [1050, 1055], coalesced: 0 });
});

test('token times: all tokens of one read except the first are coalesced', () => {
  const events = chatStream([
    [chunk('a') + chunk('b') + chunk('c'), 50],
    [chunk('d'), 55],
  ]);
  expect(tokenTimes('chat', events, 0)).toEqual({ tokensMs: [50, 50, 50, 55], coalesced: 2 });
});

test('token times: a stream of another operation has no tokens', () => {
  expect(tokenTimes('images', chatStream([[chunk('a'), 1]]), 0).tokensMs).toEqual([]);
});
