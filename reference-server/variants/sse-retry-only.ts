import type { Alteration } from '../hooks.ts';

const BLOCKS = 'retry: 3000\n\nid: 7\n\nevent: ping\n\n\n';

export const sseRetryOnly: Alteration = {
  id: 'sse-retry-only',
  summary: 'Between events stand blocks that hold retry, id or event, and no data.',
  hooks: ({ frame }) => ({ frame: (event, place) => BLOCKS + frame(event, place) }),
};
