import type { Alteration } from '../hooks.ts';

export const relayReplayCalls: Alteration = {
  id: 'relay-replay-calls',
  summary: 'A replay calls the provider once more, and discards the answer.',
  needsUpstream: true,
  hooks: (_, { provider }) => ({
    onReplay(call) {
      provider?.send(call, new AbortController().signal).then(
        (answer) => answer.body.resume(),
        () => {},
      );
    },
  }),
};
