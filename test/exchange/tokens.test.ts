import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tokenOf } from '../../src/contract/content-delta.ts';
import { OPERATION_NAMES } from '../../src/contract/operations.ts';
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

test('token times: arguments of a call are tokens, and the last of them has a time of its own', () => {
  const delta = (value: unknown) => `data: ${JSON.stringify({ choices: [{ delta: value }] })}\n\n`;
  const piece = (text: string) => delta({ tool_calls: [{ function: { arguments: text } }] });
  const events = chatStream([
    [delta({ role: 'assistant' }), 40],
    [piece(''), 45],
    [piece('{'), 50],
    [piece('}'), 60],
    [chunk('Done'), 70],
  ]);
  expect(tokenTimes('chat', events, 1000)).toEqual({
    tokensMs: [1050, 1060, 1070],
    coalesced: 0,
    lastArgumentMs: 1060,
  });
});

/** The engine is tested against the same table. */
const TOKENS = new URL('../../engine/gateway/testdata/tokens.json', import.meta.url);
const RowSchema = z.tuple([
  z.enum(OPERATION_NAMES),
  z.string(),
  z.enum(['text', 'arguments', '']).transform((kind) => kind || undefined),
]);

test.each(z.array(RowSchema).parse(JSON.parse(readFileSync(TOKENS, 'utf8'))))(
  'tokens: %s %s is %s',
  (operation, data, kind) => {
    const [event] = decodeEventStream(Buffer.from(`data: ${data}\n\n`), []).events;
    expect(tokenOf(operation, event?.json)).toBe(kind);
  },
);
