import {
  leftAnswers,
  leftBeforeToken,
  leftStreams,
  unreadAnswers,
} from '../../probes/relay/disconnects.ts';
import { endedWith } from '../../rows/relays.ts';

export const relayConnectionsFreed = endedWith('relay-connections-freed', {
  level: 'must',
  assumed: 'RFC 9112 §9.5: a client closes a connection that it does not use further',
  statement:
    'After a failure, or when a caller disconnects, no connection to the upstream stays busy.',
  harm: 'Each connection that stays busy is lost to the pool, until no request reaches the provider.',
  provenBy: 'relay-leak-connection',
  operations: ['chat', 'responses'],
  probe: unreadAnswers,
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
  probe: leftBeforeToken,
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
  probe: leftStreams,
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
  probe: leftAnswers,
  within: 'upstreamDisconnectMs',
  afterDeparture: true,
});
