import { relayBackpressure } from '../../../../src/conformance/rules/relay/departures.ts';
import {
  relayIncremental,
  relayNoCoalescing,
} from '../../../../src/conformance/rules/relay/streams.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { type Arrival, answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const MIB = 1024 * 1024;

/** A caller that got 1 MiB slowly, and disconnected at 2500 ms. */
const reader: Exchange = slowly(stream([[event({}), 2500]], { outcome: 'aborted' }));

function slowly(exchange: Exchange): Exchange {
  const timing = { ...exchange.timing, readBytesPerSecond: 65_536 };
  return {
    ...exchange,
    timing,
    ...(exchange.answer && { answer: { ...exchange.answer, sizeBytes: MIB } }),
  };
}

/** The upstream wrote up to these MiB, each at its moment. */
const wrote = (...writes: readonly (readonly [mebibytes: number, atMs: number])[]) => ({
  answer: { writes: writes.map(([size, atMs]) => ({ endOffset: size * MIB, atMs })) },
  outcome: 'disconnected' as const,
});

ruleTable(relayBackpressure, [
  passes(
    'an upstream that waits far ahead, because of the buffers of the systems between them',
    relay([reader], [call(wrote([48, 200], [49, 2500]))]),
  ),
  passes(
    'an upstream that advances a little, up to what may be ahead,',
    relay([reader], [call(wrote([32, 1999], [33, 2500]))]),
  ),
  passes(
    'an upstream that goes on when the caller has disconnected',
    relay([reader], [call(wrote([10, 200], [64, 2501]))]),
  ),
  finds('an upstream too far ahead', relay([reader], [call(wrote([10, 200], [33.25, 2500]))]), {
    expected: 'the upstream at most 32.0 MiB ahead of the caller',
    actual: '32.3 MiB ahead',
  }),
  {
    name: 'the same for a gateway that may hold less',
    evidence: relay([reader], [call(wrote([10, 2400]))]),
    expect: { upstreamAheadBytes: 8 * MIB },
    findings: [{ expected: 'the upstream at most 8.0 MiB ahead of the caller' }],
  },
  unverified(
    'an upstream that still advances, to what may be ahead,',
    relay([reader], [call(wrote([10, 200], [33, 2500]))]),
    'an upstream stream that waits for the caller',
  ),
  unverified(
    'an upstream stream that goes on',
    relay([reader], [call(wrote([64, 200]))], { open: 1 }),
    'an upstream stream that is over',
  ),
  unverified('no upstream request', relay([reader], []), 'an upstream request with the nonce'),
  unverified(
    'a caller that reads without delay',
    relay([stream([event({})])], [call(wrote([64, 200]))]),
    'a slow reader',
  ),
]);

/** A stream with a token at each of these moments. */
function arrivedOver(tokensMs: readonly number[], isSlow = false): Exchange {
  const exchange = stream([event('[DONE]')]);
  const timing = { ...exchange.timing, tokensMs, ...(isSlow && { readBytesPerSecond: 100 }) };
  return { ...exchange, timing };
}

/** Tokens this far apart. */
const every = (gapMs: number, count = 9) =>
  Array.from({ length: count }, (_, index) => 1000 + index * gapMs);
const writtenOver = (moments: readonly number[]) =>
  call({ answer: { tokens: moments.map((atMs, index) => ({ characters: index, atMs })) } });

ruleTable(relayIncremental, [
  passes(
    'tokens over three quarters of its time',
    relay([arrivedOver([0, 300])], [writtenOver(every(50))]),
  ),
  finds('tokens in one burst', relay([arrivedOver([400, 401])], [writtenOver(every(50))]), {
    expected: 'tokens over at least 300 ms, as the upstream writes them over 400 ms',
    actual: 'tokens over 1 ms',
  }),
  unverified(
    'few tokens of the upstream',
    relay([arrivedOver([0])], [writtenOver(every(50, 7))]),
    '8 tokens of the upstream',
  ),
  unverified(
    'a short stream',
    relay([arrivedOver([0])], [writtenOver(every(49))]),
    'a stream that takes 400 ms',
  ),
  passes('eight tokens', relay([arrivedOver(every(60, 8))], [writtenOver(every(60, 8))])),
  unverified(
    'a slow reader',
    relay([arrivedOver(every(50), true)], [writtenOver(every(50))]),
    'a stream that is read without delay',
  ),
  unverified(
    'a stream and its replay',
    relay([arrivedOver([0]), arrivedOver([0])], [writtenOver(every(50))]),
    'one request',
  ),
]);

/** An event for each token of two characters. */
const token = event({ choices: [{ index: 0, delta: { content: 'a ' } }] });
const many = (tokens: number) => token.repeat(tokens);
const done = event('[DONE]');
/** A stream that arrives in reads with this many tokens. */
const arrived = (...reads: readonly number[]): Exchange =>
  stream([...reads.map((tokens): Arrival => many(tokens)), done]);
const ones = (count: number) => Array.from({ length: count }, () => 1);
const twos = (count: number) => Array.from({ length: count }, () => 2);

/** A stream of 21 tokens, each of which arrives at this time. */
const arrivedAt = (whenMs: (at: number) => number): Exchange =>
  stream(
    [...Array.from({ length: 21 }, (_, at) => [token, 100 + whenMs(at)] as const), [done, 600]],
    { sentAtMs: -100 },
  );

/** This many tokens, written this far apart. */
const written = (count: number, gapMs = 20) =>
  call({
    answer: {
      tokens: Array.from({ length: count }, (_, at) => ({
        characters: 2 * (at + 1),
        atMs: at * gapMs,
      })),
    },
  });

ruleTable(relayNoCoalescing, [
  passes('a read for each token', relay([arrived(...ones(20))], [written(20)])),
  passes(
    'a burst in nearly half of the reads, as on a busy machine',
    relay([arrived(...ones(10), ...twos(9))], [written(28)]),
  ),
  passes('one long burst', relay([arrived(...ones(15), 15)], [written(30)])),
  finds('a burst in every second read', relay([arrived(...ones(9), ...twos(9))], [written(27)]), {
    expected: 'one read for each of 27 tokens that the upstream wrote apart',
    actual: 'reads: 18; with several tokens: 9',
  }),
  passes(
    'tokens that were split in two',
    relay(
      [
        stream([
          ...Array.from({ length: 40 }, () =>
            event({ choices: [{ index: 0, delta: { content: 'a' } }] }),
          ),
          done,
        ]),
      ],
      [written(20)],
    ),
  ),
  passes(
    'tokens that were written together and read together',
    relay(
      [arrived(...ones(20).map(() => 2))],
      [
        call({
          answer: {
            tokens: Array.from({ length: 40 }, (_, at) => ({
              characters: 2 * (at + 1),
              atMs: 20 * Math.floor(at / 2),
            })),
          },
        }),
      ],
    ),
  ),
  finds('tokens 10 ms apart in one read', relay([arrived(20)], [written(20, 10)]), {
    actual: 'reads: 1; with several tokens: 1',
  }),
  unverified(
    'tokens 9 ms apart',
    relay([arrived(40)], [written(40, 9)]),
    '20 tokens that are written apart',
  ),
  unverified(
    'a text without its end',
    relay([arrived(...ones(19))], [written(20)]),
    'the whole text',
  ),
  finds(
    'tokens each of which waits for the next one',
    relay([arrivedAt((at) => 20 * Math.min(at + 1, 20))], [written(21)]),
    {
      expected: 'each token passed on before the upstream writes the next one',
      actual: '20 of 20 tokens passed on only after the next one was written',
    },
  ),
  finds(
    'the same, except for two of twenty',
    relay([arrivedAt((at) => (at < 2 ? 20 * at : 20 * Math.min(at + 1, 20)))], [written(21)]),
    { actual: '18 of 20 tokens passed on only after the next one was written' },
  ),
  passes(
    'the same, except for three of twenty',
    relay([arrivedAt((at) => (at < 3 ? 20 * at : 20 * Math.min(at + 1, 20)))], [written(21)]),
  ),
  passes(
    'tokens that all arrive as late, with the last one',
    relay([arrivedAt((at) => 20 * (at + 1))], [written(21)]),
  ),
  finds(
    'a last token with four fifths of the delay of the others',
    relay([arrivedAt((at) => 20 * Math.min(at + 1, 20.8))], [written(21)]),
    {},
  ),
  passes(
    'a last token with more than that',
    relay([arrivedAt((at) => 20 * Math.min(at + 1, 20.9))], [written(21)]),
  ),
  unverified('one body', relay([answer({})], [written(20)]), 'a whole 2xx event stream'),
  unverified(
    'a slow reader',
    relay([slow(arrived(20))], [written(20)]),
    'a caller that reads without delay',
  ),
]);

function slow(exchange: Exchange): Exchange {
  return { ...exchange, timing: { ...exchange.timing, readBytesPerSecond: 100 } };
}
