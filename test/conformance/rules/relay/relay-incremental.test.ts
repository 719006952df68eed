import { relayIncremental } from '../../../../src/conformance/rules/relay/relay-incremental.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

/** A stream with a token at each of these moments. */
function arrived(tokensMs: readonly number[], slow = false): Exchange {
  const exchange = stream([event('[DONE]')]);
  const timing = { ...exchange.timing, tokensMs, ...(slow && { readBytesPerSecond: 100 }) };
  return { ...exchange, timing };
}

/** Tokens this far apart. */
const every = (gapMs: number, count = 9) =>
  Array.from({ length: count }, (_, index) => 1000 + index * gapMs);
const written = (moments: readonly number[]) =>
  call({ answer: { tokens: moments.map((atMs, index) => ({ characters: index, atMs })) } });

ruleTable(relayIncremental, [
  {
    name: 'tokens at the pace of the upstream',
    evidence: relay([arrived(every(50))], [written(every(50))]),
  },
  {
    name: 'tokens over three quarters of its time',
    evidence: relay([arrived([0, 300])], [written(every(50))]),
  },
  {
    name: 'tokens in one burst',
    evidence: relay([arrived([400, 401])], [written(every(50))]),
    findings: [
      {
        expected: 'tokens over at least 300 ms, as the upstream writes them over 400 ms',
        actual: 'tokens over 1 ms',
      },
    ],
  },
  {
    name: 'no tokens',
    evidence: relay([arrived([])], [written(every(50))]),
    findings: [{ actual: 'tokens over 0 ms' }],
  },
  {
    name: 'few tokens of the upstream',
    evidence: relay([arrived([0])], [written(every(50, 7))]),
    unverifiable: '8 tokens of the upstream',
  },
  {
    name: 'a short stream',
    evidence: relay([arrived([0])], [written(every(49))]),
    unverifiable: 'a stream that takes 400 ms',
  },
  {
    name: 'eight tokens',
    evidence: relay([arrived(every(60, 8))], [written(every(60, 8))]),
  },
  {
    name: 'a slow reader',
    evidence: relay([arrived(every(50), true)], [written(every(50))]),
    unverifiable: 'a stream that is read without delay',
  },
  {
    name: 'one body',
    evidence: relay([answer({})], [written(every(50))]),
    unverifiable: 'a stream that is read without delay',
  },
  {
    name: 'a stream and its replay',
    evidence: relay([arrived([0]), arrived([0])], [written(every(50))]),
    unverifiable: 'one request',
  },
  {
    name: 'an upstream without tokens',
    evidence: relay([arrived([0])], [written([])]),
    unverifiable: '8 tokens of the upstream',
  },
]);
