import type { Alteration } from '../hooks.ts';

export const sseComments: Alteration = {
  id: 'sse-comments',
  summary: 'A stream has comments before and between the lines of an event.',
  hooks: ({ frame }) => ({
    frame: (event, place) => frame(event, place).replaceAll(/^(?=data|event)/gm, ': keep-alive\n'),
  }),
};
