import type { Alteration } from '../hooks.ts';

export const sseNoSpace: Alteration = {
  id: 'sse-no-space',
  summary: 'Fields have no space after their colon.',
  hooks: ({ frame }) => ({
    frame: (event, place) => frame(event, place).replaceAll(/^(data|event): /gm, '$1:'),
  }),
};
