import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';

const MOST_SECONDS = 1;

export const relayWaitsFor429: Alteration = {
  id: 'relay-waits-for-429',
  summary:
    'A call that the provider limits for a second or less is sent once more after that time.',
  needsUpstream: true,
  hooks: ({ callProvider }) => ({
    async callProvider(call, send) {
      const answer = await callProvider(call, send);
      const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
      if (answer.status !== 429 || !(seconds <= MOST_SECONDS)) return answer;
      answer.body.resume();
      await sleep(seconds * 1000);
      return await callProvider(call, send);
    },
  }),
};
