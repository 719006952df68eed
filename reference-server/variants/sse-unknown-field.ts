import type { Alteration } from '../hooks.ts';

export const sseUnknownField: Alteration = {
  id: 'sse-unknown-field',
  summary: 'Events have an unknown field.',
  hooks: ({ frame }) => ({
    frame: (event, place) => `x-reference: 1\nx-reference\n${frame(event, place)}`,
  }),
};
