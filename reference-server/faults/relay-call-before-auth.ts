import type { Alteration } from '../hooks.ts';
import { readBody } from '../http/body.ts';
import { Refusal } from '../http/refusal.ts';

export const relayCallBeforeAuth: Alteration = {
  id: 'relay-call-before-auth',
  summary: 'A request calls the provider before its key is checked.',
  needsUpstream: true,
  hooks: ({ authorize, findRoute, providerHeaders }, { provider }) => ({
    async authorize(caller) {
      const { method, request, url } = caller;
      try {
        return await authorize(caller);
      } catch (error) {
        const [path = ''] = url.split('?', 1);
        if (!(error instanceof Refusal) || method !== 'POST' || provider === undefined) throw error;
        const { operation } = findRoute(method, path);
        if (operation === 'options') throw error;
        const type = request.headers['content-type'] ?? 'application/json';
        const body = await readBody(request);
        const headers = {
          ...providerHeaders(request.headers, { operation, stream: false }),
          'content-type': type,
        };
        const call = { operation, method, path, headers, body, stream: false } as const;
        const answer = await provider.send(call, new AbortController().signal);
        answer.body.resume();
        throw error;
      }
    },
  }),
};
