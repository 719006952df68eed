import type { Alteration } from '../hooks.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';

const MOST = 40;

export const relayRetryReset: Alteration = {
  id: 'relay-retry-reset',
  summary: 'An upload whose connection the provider resets is sent up to 40 times.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    async callProvider(call, send) {
      for (let sent = 1; sent < MOST && call.operation === 'transcription'; sent += 1) {
        try {
          return await callProvider(call, send);
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error;
        }
      }
      return await callProvider(call, send);
    },
  }),
};
