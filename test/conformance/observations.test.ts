import { expect, test } from 'vitest';
import type { Observation, ProbeResults } from '../../src/conformance/behaviour.ts';
import { BEHAVIOURS } from '../../src/conformance/run/observe-behaviours.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { EXPECT } from '../support/judge-reference.ts';
import { completion } from './rules/chat/completions.ts';
import { answer, series, stream } from './rules/exchanges.ts';
import { call, relay } from './rules/relays.ts';

function observed(id: string, results: Partial<ProbeResults>): readonly Observation['value'][] {
  const entry = BEHAVIOURS.find(({ behaviour }) => behaviour.id === id);
  const all = { series: [], relays: [], exchanges: [], ...results };
  return entry?.behaviour.observe(all, EXPECT).map(({ value }) => value) ?? [];
}

const headers = (...names: readonly string[]) =>
  names.map((name) => [name, name === 'host' ? '127.0.0.1:9000' : 'Bearer sha256:0011'] as const);

test.each<
  [string, Exchange['request']['key'], readonly (readonly [string, string])[], readonly string[]]
>([
  [
    'the key of the gateway in place of that of the caller',
    undefined,
    headers('authorization'),
    ['none', 'authorization', 'none'],
  ],
  [
    'the key of the caller',
    undefined,
    [['authorization', 'Bearer [API key 1]']],
    ['authorization', 'none', 'none'],
  ],
  [
    'a key where the caller has another header for it',
    { header: 'x-api-key', scheme: '' },
    headers('authorization'),
    ['none', 'none', 'authorization'],
  ],
  [
    'a key where the caller has none',
    null,
    headers('authorization'),
    ['none', 'none', 'authorization'],
  ],
  ['its own host, as each server has', undefined, headers('host'), ['none', 'none', 'none']],
  [
    'headers of the caller',
    undefined,
    [
      ['traceparent', '00-1'],
      ['x-assay-note', 'of-a-caller'],
      ['x-trace', '1'],
    ],
    ['x-assay-note', 'traceparent', 'x-trace'],
  ],
])('headers upstream: %s', (_, key, received, words) => {
  const sent = [
    ['traceparent', '00-4'],
    ['x-assay-note', 'of-a-caller'],
  ] as const;
  const request = {
    credential: 'first',
    headers: sent,
    ...(key !== undefined && { key }),
  } as const;
  const relays = [relay([answer({}, { request })], [call({ request: { headers: received } })])];
  expect(observed('upstream-request-headers', { relays })).toEqual(words);
});

const trace = (id: string, span: string) => [
  ['traceparent', `00-${id.repeat(32)}-${span.repeat(16)}-01`] as const,
];

test.each([
  ['the header as it is', trace('a', 'b'), 'yes, unchanged'],
  ['another span', trace('a', 'c'), 'yes, with a span of the gateway'],
  ['another trace', trace('c', 'b'), 'no: another trace begins'],
  ['nothing', [], 'no: its header is removed'],
])('trace upstream: %s', (_, received, value) => {
  const sent = answer({}, { request: { headers: trace('a', 'b') } });
  const relays = [relay([sent], [call({ request: { headers: received } })])];
  expect(observed('upstream-trace', { relays })).toEqual([value]);
});

const chat = (id: string | undefined) => answer(completion({ id }));

test.each([
  ['one id, one effect', ['a', 'a'], 1, 'the result of the first'],
  ['two ids', ['a', 'b'], undefined, 'a separate result'],
  ['no ids, one effect', [undefined, undefined], 1, 'the result of the first'],
  ['no ids, an effect each', [undefined, undefined], 2, 'a separate result'],
  ['no ids, no count of effects', [undefined, undefined], undefined, 'an equal result'],
])('concurrent equal requests: %s', (_, ids, effects, words) => {
  const race = series(ids.map(chat), effects === undefined ? {} : { effects });
  expect(observed('retry-in-flight', { series: [race] })).toEqual([words]);
});

test('concurrent equal requests: results without ids that differ are two', () => {
  const race = series([chat(undefined), answer({ choices: [] })]);
  expect(observed('retry-in-flight', { series: [race] })).toEqual(['a separate result']);
});

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
  expect(observed('stream-passed-on', { relays: [relay([exchange], [written])] })).toEqual(values);
});
