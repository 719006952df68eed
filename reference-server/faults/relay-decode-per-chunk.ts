import type { Alteration } from '../hooks.ts';

export const relayDecodePerChunk: Alteration = {
  id: 'relay-decode-per-chunk',
  summary:
    'Each piece of a stream of the provider is decoded alone: a character that is cut is lost.',
  needsUpstream: true,
  hooks: () => ({ streamDecoder: () => (bytes) => bytes.toString('utf8') }),
};
