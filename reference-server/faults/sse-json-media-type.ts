import type { Alteration } from '../hooks.ts';

export const sseJsonMediaType: Alteration = {
  id: 'sse-json-media-type',
  summary: 'A stream is declared application/json.',
  hooks: ({ streamHeaders }) => ({
    streamHeaders: (operation) => ({
      ...streamHeaders(operation),
      'content-type': 'application/json',
    }),
  }),
};
