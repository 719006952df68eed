import type { Alteration } from '../hooks.ts';

export const sseNoSpace: Alteration = {
  id: 'sse-no-space',
  summary: 'No space stands after the colon of a field.',
  hooks: ({ frame }) => ({
    frame: (event, place) => frame(event, place).replaceAll(/^(data|event): /gm, '$1:'),
  }),
};
