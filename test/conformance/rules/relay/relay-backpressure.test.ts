import { relayBackpressure } from '../../../../src/conformance/rules/relay/relay-backpressure.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

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
  {
    name: 'an upstream that waits for the caller',
    evidence: relay([reader], [call(wrote([10, 200], [11, 900]))]),
  },
  {
    name: 'an upstream that waits far ahead, because of the buffers of the systems between them',
    evidence: relay([reader], [call(wrote([48, 200], [49, 2500]))]),
  },
  {
    name: 'an upstream that advances a little, up to what may be ahead,',
    evidence: relay([reader], [call(wrote([32, 1999], [33, 2500]))]),
  },
  {
    name: 'an upstream that goes on when the caller has disconnected',
    evidence: relay([reader], [call(wrote([10, 200], [64, 2501]))]),
  },
  {
    name: 'an upstream too far ahead',
    evidence: relay([reader], [call(wrote([10, 200], [33.25, 2500]))]),
    findings: [
      {
        expected: 'the upstream at most 32.0 MiB ahead of the caller',
        actual: '32.3 MiB ahead',
      },
    ],
  },
  {
    name: 'an upstream that ended before the caller got anything',
    evidence: relay(
      [slowly(answer('', { unanswered: true, outcome: 'aborted' }))],
      [call({ ...wrote([64, 1]), outcome: 'complete' })],
    ),
    findings: [{ actual: '64.0 MiB ahead' }],
  },
  {
    name: 'the same for a gateway that may hold less',
    evidence: relay([reader], [call(wrote([10, 2400]))]),
    expect: { upstreamAheadBytes: 8 * MIB },
    findings: [{ expected: 'the upstream at most 8.0 MiB ahead of the caller' }],
  },
  {
    name: 'an upstream that still advances',
    evidence: relay([reader], [call(wrote([10, 2000], [11.5, 2400]))]),
    unverifiable: 'an upstream stream that waits for the caller',
  },
  {
    name: 'an upstream that still advances, to what may be ahead,',
    evidence: relay([reader], [call(wrote([10, 200], [33, 2500]))]),
    unverifiable: 'an upstream stream that waits for the caller',
  },
  {
    name: 'an upstream that ended early',
    evidence: relay([reader], [call({ ...wrote([1, 100]), outcome: 'failed' })]),
    unverifiable: 'an upstream stream that waits for the caller',
  },
  {
    name: 'an upstream that wrote nothing',
    evidence: relay([reader], [call({ ...wrote(), outcome: 'failed' })]),
    unverifiable: 'an upstream stream that waits for the caller',
  },
  {
    name: 'an upstream stream that goes on',
    evidence: relay([reader], [call(wrote([64, 200]))], { open: 1 }),
    unverifiable: 'an upstream stream that is over',
  },
  {
    name: 'an upstream stream that goes on, of which nothing is known yet,',
    evidence: relay([reader], [], { open: 1 }),
    unverifiable: 'an upstream stream that is over',
  },
  {
    name: 'no upstream request',
    evidence: relay([reader], []),
    unverifiable: 'an upstream request with the nonce',
  },
  {
    name: 'a caller that reads without delay',
    evidence: relay([stream([event({})])], [call(wrote([64, 200]))]),
    unverifiable: 'a slow reader',
  },
]);
