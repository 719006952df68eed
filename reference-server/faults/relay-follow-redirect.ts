import type { Alteration } from '../hooks.ts';

export const relayFollowRedirect: Alteration = {
  id: 'relay-follow-redirect',
  summary: "A redirect of the provider is followed to any origin, with the gateway's key.",
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    async callProvider(call, send) {
      const answer = await callProvider(call, send);
      const { location } = answer.headers;
      const url = location === undefined ? null : URL.parse(location);
      if (answer.status < 300 || answer.status > 399 || url === null) return answer;
      answer.body.resume();
      return await send(call, { url });
    },
  }),
};
