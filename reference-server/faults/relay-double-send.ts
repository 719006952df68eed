import type { Alteration } from '../hooks.ts';

const EVERY = 10;

export const relayDoubleSend: Alteration = {
  id: 'relay-double-send',
  summary: 'Every tenth request is sent to the provider twice.',
  needsUpstream: true,
  hooks({ callProvider }) {
    let calls = 0;
    return {
      async callProvider(call, send) {
        calls += 1;
        if (calls % EVERY !== 0) return await callProvider(call, send);
        const again = send(call);
        again.then(
          (answer) => answer.body.resume(),
          () => {},
        );
        return await callProvider(call, send);
      },
    };
  },
};
