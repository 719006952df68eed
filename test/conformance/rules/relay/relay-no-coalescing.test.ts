import { relayNoCoalescing } from '../../../../src/conformance/rules/relay/relay-no-coalescing.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { type Arrival, answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

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
  { name: 'a read for each token', evidence: relay([arrived(...ones(20))], [written(20)]) },
  {
    name: 'a burst in nearly half of the reads, as on a busy machine',
    evidence: relay([arrived(...ones(10), ...twos(9))], [written(28)]),
  },
  {
    name: 'one long burst',
    evidence: relay([arrived(...ones(15), 15)], [written(30)]),
  },
  {
    name: 'a burst in every second read',
    evidence: relay([arrived(...ones(9), ...twos(9))], [written(27)]),
    findings: [
      {
        expected: 'one read for each of 27 tokens that the upstream wrote apart',
        actual: 'reads: 18; with several tokens: 9',
      },
    ],
  },
  {
    name: 'five tokens in each read',
    evidence: relay([arrived(5, 5, 5, 5, 5)], [written(25)]),
    findings: [{ actual: 'reads: 5; with several tokens: 5' }],
  },
  {
    name: 'tokens that were merged to larger ones',
    evidence: relay(
      [
        stream([
          ...Array.from({ length: 5 }, () =>
            event({ choices: [{ index: 0, delta: { content: 'a a a a ' } }] }),
          ),
          done,
        ]),
      ],
      [written(20)],
    ),
    findings: [{ actual: 'reads: 5; with several tokens: 5' }],
  },
  {
    name: 'tokens that were split in two',
    evidence: relay(
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
  },
  {
    name: 'tokens that were written together and read together',
    evidence: relay(
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
  },
  {
    name: 'tokens 10 ms apart in one read',
    evidence: relay([arrived(20)], [written(20, 10)]),
    findings: [{ actual: 'reads: 1; with several tokens: 1' }],
  },
  {
    name: 'tokens 9 ms apart',
    evidence: relay([arrived(40)], [written(40, 9)]),
    unverifiable: '20 tokens that are written apart',
  },
  {
    name: 'few tokens',
    evidence: relay([arrived(19)], [written(19)]),
    unverifiable: '20 tokens that are written apart',
  },
  {
    name: 'a text without its end',
    evidence: relay([arrived(...ones(19))], [written(20)]),
    unverifiable: 'the whole text',
  },
  {
    name: 'tokens each of which waits for the next one',
    evidence: relay([arrivedAt((at) => 20 * Math.min(at + 1, 20))], [written(21)]),
    findings: [
      {
        expected: 'each token passed on before the upstream writes the next one',
        actual: '20 of 20 tokens passed on only after the next one was written',
      },
    ],
  },
  {
    name: 'the same, except for two of twenty',
    evidence: relay(
      [arrivedAt((at) => (at < 2 ? 20 * at : 20 * Math.min(at + 1, 20)))],
      [written(21)],
    ),
    findings: [{ actual: '18 of 20 tokens passed on only after the next one was written' }],
  },
  {
    name: 'the same, except for three of twenty',
    evidence: relay(
      [arrivedAt((at) => (at < 3 ? 20 * at : 20 * Math.min(at + 1, 20)))],
      [written(21)],
    ),
  },
  {
    name: 'tokens that all arrive as late, with the last one',
    evidence: relay([arrivedAt((at) => 20 * (at + 1))], [written(21)]),
  },
  {
    name: 'a last token with four fifths of the delay of the others',
    evidence: relay([arrivedAt((at) => 20 * Math.min(at + 1, 20.8))], [written(21)]),
    findings: [{}],
  },
  {
    name: 'a last token with more than that',
    evidence: relay([arrivedAt((at) => 20 * Math.min(at + 1, 20.9))], [written(21)]),
  },
  {
    name: 'one body',
    evidence: relay([answer({})], [written(20)]),
    unverifiable: 'a whole 2xx event stream',
  },
  {
    name: 'a slow reader',
    evidence: relay([slow(arrived(20))], [written(20)]),
    unverifiable: 'a caller that reads without delay',
  },
]);

function slow(exchange: Exchange): Exchange {
  return { ...exchange, timing: { ...exchange.timing, readBytesPerSecond: 100 } };
}
