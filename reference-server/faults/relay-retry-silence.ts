import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';

const MOST = 10;
const PATIENCE_MS = 250;

export const relayRetrySilence: Alteration = {
  id: 'relay-retry-silence',
  summary:
    'A response in one body is requested up to ten times if the provider does not begin it immediately.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    async callProvider(call, send) {
      if (call.operation !== 'responses' || call.stream) return await callProvider(call, send);
      for (let sent = 0; sent < MOST; sent += 1) {
        const answer = callProvider(call, send);
        // The calls before it end with the request of the caller.
        answer.catch(() => {});
        const first = await Promise.race([answer, sleep(PATIENCE_MS)]);
        if (first !== undefined) return first;
      }
      throw new ProviderFailure({ kind: 'silent' });
    },
  }),
};
