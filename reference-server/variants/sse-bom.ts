import type { Alteration } from '../hooks.ts';

export const sseBom: Alteration = {
  id: 'sse-bom',
  summary: 'A stream begins with a byte order mark.',
  hooks: ({ frame }) => ({
    frame: (event, place) => (place.first ? '\ufeff' : '') + frame(event, place),
  }),
};
