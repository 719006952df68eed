import type { Alteration } from '../hooks.ts';
import type { ProviderCall } from '../relay/provider/provider-call.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';

export const relayKeepFailures: Alteration = {
  id: 'relay-keep-failures',
  summary: 'A failure of the provider is kept, and answers each equal request after it.',
  needsUpstream: true,
  hooks({ callProvider }) {
    const kept = new Map<string, ProviderFailure>();
    return {
      async callProvider(call, send) {
        const failure = kept.get(questionOf(call));
        if (failure !== undefined) throw failure;
        const answer = await callProvider(call, send);
        const { status } = answer;
        if (status >= 400) {
          kept.set(questionOf(call), new ProviderFailure({ kind: 'refused', status }));
        }
        return answer;
      },
    };
  },
};

function questionOf({ path, body }: ProviderCall): string {
  return `${path} ${body}`;
}
