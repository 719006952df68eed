import type { Alteration } from '../hooks.ts';

export const sseIdAndRetry: Alteration = {
  id: 'sse-id-and-retry',
  summary: 'Events have id and retry fields.',
  hooks: ({ frame }) => ({
    frame: (event, place) => `id: 1\nretry: 3000\n${frame(event, place)}`,
  }),
};
