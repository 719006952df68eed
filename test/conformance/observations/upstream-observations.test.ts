import { expect, test } from 'vitest';
import { paceSeen } from '../../../src/conformance/observations/upstream-observations.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { answer, stream } from '../rules/exchanges.ts';
import { call, relay } from '../rules/relays.ts';

/** A stream of the upstream that took a second. */
const written = call({
  answer: { tokens: [0, 500, 1000].map((atMs, at) => ({ characters: at + 1, atMs })) },
});

function withTokens(exchange: Exchange, ...tokensMs: readonly number[]): Exchange {
  return { ...exchange, timing: { ...exchange.timing, tokensMs } };
}

test.each([
  ['tokens over the same time', withTokens(stream(['data: 1\n\n']), 10, 510, 1010), ['yes']],
  ['tokens at once', withTokens(stream(['data: 1\n\n']), 1010, 1010), ['no: they are held back']],
  ['a refused stream, which has no pace', withTokens(answer({ error: {} }, { status: 500 })), []],
  ['an answer in one body, which has no pace', answer({ choices: [] }), []],
])('pace of a stream: %s', (_, exchange, values) => {
  expect(paceSeen([relay([exchange], [written])]).map(({ value }) => value)).toEqual(values);
});
