import type { Alteration } from '../hooks.ts';

const BLOCKS = 'retry: 3000\n\nid: 7\n\nevent: ping\n\n\n';

export const sseRetryOnly: Alteration = {
  id: 'sse-retry-only',
  summary: 'A stream has blocks with retry, id or event, but without data, between its events.',
  hooks: ({ frame }) => ({ frame: (event, place) => BLOCKS + frame(event, place) }),
};
