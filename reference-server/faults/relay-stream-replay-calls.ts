import type { Alteration } from '../hooks.ts';

export const relayStreamReplayCalls: Alteration = {
  id: 'relay-stream-replay-calls',
  summary: 'The replay of a stream calls the provider once more, and discards the answer.',
  needsUpstream: true,
  hooks: ({ onReplay }, { provider }) => ({
    onReplay(call) {
      onReplay(call);
      if (!call.stream) return;
      provider?.send(call, new AbortController().signal).then(
        (answer) => answer.body.resume(),
        () => {},
      );
    },
  }),
};
