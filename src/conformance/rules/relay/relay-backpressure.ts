import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import { callsOf } from '../../findings/upstream-calls.ts';
import { slowReaders } from '../../probes/relay/disconnects.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

const MIB = 1024 * 1024;

/** An upstream stream that advances no faster than this in its last moments is slowed down. */
const SLOW_MS = 500;
const SLOW_BYTES = MIB;

/** A few slow readers fill the memory of the gateway. */
export const relayBackpressure: JudgeRule<'relay'> = {
  id: 'relay-backpressure',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9293 §3.8.6: the window of a slow reader slows its sender down',
  statement: 'A slow reader slows the upstream stream down.',
  provenBy: 'relay-unbounded-buffer',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: slowReaders,

  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    concerns(exchange?.timing.readBytesPerSecond !== undefined, 'a slow reader');
    need(relay.open === 0, 'an upstream stream that is over', 'relay-departure-stream');
    const [call] = callsOf(relay);
    need(call, 'an upstream request with the nonce of the prompt');
    const { endMs } = exchange.timing;
    // What a gateway takes after its caller has disconnected is not held for it.
    const written = writtenUntil(endMs, call);
    const isSlow = written - writtenUntil(endMs - SLOW_MS, call) <= SLOW_BYTES;
    // However far ahead: the systems between them may have tens of MiB of buffers.
    if (isSlow && call.outcome === 'disconnected') return;
    const ahead = written - (exchange.answer?.sizeBytes ?? 0);
    need(ahead > expect.upstreamAheadBytes, 'an upstream stream that waits for the caller');
    yield {
      expected: `the upstream at most ${mebibytes(expect.upstreamAheadBytes)} ahead of the caller`,
      actual: `${mebibytes(ahead)} ahead`,
      exchange,
    };
  },
};

function writtenUntil(ms: number, { answer: { writes } }: UpstreamExchange): number {
  return writes.findLast(({ atMs }) => atMs <= ms)?.endOffset ?? 0;
}

function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
