import type { Alteration } from '../hooks.ts';

export const sseCr: Alteration = {
  id: 'sse-cr',
  summary: 'Lines of a stream end with CR.',
  hooks: ({ frame }) => ({
    frame: (event, place) => frame(event, place).replaceAll(/\r?\n/g, '\r'),
  }),
};
