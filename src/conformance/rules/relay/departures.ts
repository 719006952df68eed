import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import { relayRule } from '../../declare.ts';
import { callsOf } from '../../findings/upstream-calls.ts';
import {
  answerDisconnects,
  earlyDisconnects,
  largeAnswers,
  slowReaders,
  streamDisconnects,
} from '../../probes/relay/connections.ts';
import { endedWith } from '../../rows/relays.ts';
import { appliesTo, need } from '../../rule.ts';

export const relayConnectionsFreed = endedWith('relay-connections-freed', {
  level: 'must',
  assumed: 'RFC 9112 §9.5: a client closes a connection that it does not use further',
  statement:
    'After a failure, or when a caller disconnects, no connection to the upstream stays busy.',
  harm: 'Each connection that stays busy is lost to the pool, until no request reaches the provider.',
  provenBy: 'relay-leak-connection',
  operations: ['chat', 'responses'],
  probe: largeAnswers,
  within: 'upstreamReleaseMs',
});

export const relayDepartureBeforeToken = endedWith('relay-departure-before-token', {
  level: 'should',
  assumed: 'LiteLLM PR #31499; billing: a provider charges for each token',
  statement:
    'When a caller disconnects before the first token of a stream, the gateway ends the upstream request in time.',
  harm: 'Callers give up while they wait for the first token: each retry adds a stream that is billed.',
  provenBy: 'relay-ignore-early-departure',
  operations: ['chat', 'responses'],
  probe: earlyDisconnects,
  within: 'upstreamDisconnectMs',
  afterDeparture: true,
});

export const relayDepartureStream = endedWith('relay-departure-stream', {
  level: 'must',
  assumed: 'LiteLLM #17364; billing: a provider charges for each token',
  statement:
    'When a caller disconnects within a stream, the gateway ends the upstream stream in time.',
  harm: 'The provider goes on to generate and to bill tokens that no caller reads.',
  provenBy: 'relay-drain-upstream',
  operations: ['chat', 'responses'],
  probe: streamDisconnects,
  within: 'upstreamDisconnectMs',
  afterDeparture: true,
});

export const relayDepartureSync = endedWith('relay-departure-sync', {
  level: 'should',
  assumed: 'LiteLLM PR #30223; billing: a provider charges for each token',
  statement:
    'When a caller disconnects before its answer in one body, the gateway ends the upstream request in time.',
  harm: 'The provider generates, and bills, an answer that no caller gets.',
  provenBy: 'relay-ignore-departure',
  operations: ['chat', 'responses', 'images', 'transcription'],
  probe: answerDisconnects,
  within: 'upstreamDisconnectMs',
  afterDeparture: true,
});

const MIB = 1024 * 1024;

/** An upstream stream that advances no faster than this in its last moments is slowed down. */
const SLOW_MS = 500;

const SLOW_BYTES = MIB;

export const relayBackpressure = relayRule('relay-backpressure', {
  level: 'should',
  assumed: 'RFC 9293 §3.8.6: the window of a slow reader slows its sender down',
  statement: 'A slow reader slows the upstream stream down.',
  harm: 'A few slow readers fill the memory of the gateway.',
  provenBy: 'relay-unbounded-buffer',
  operations: ['chat', 'responses'],
  settings: ['upstreamAheadBytes'],
  probe: slowReaders,
  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    appliesTo(exchange?.timing.readBytesPerSecond !== undefined, 'a slow reader');
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
});

function writtenUntil(ms: number, { answer: { writes } }: UpstreamExchange): number {
  return writes.findLast(({ atMs }) => atMs <= ms)?.endOffset ?? 0;
}

function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
