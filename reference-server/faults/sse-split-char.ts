import type { Alteration } from '../hooks.ts';

export const sseSplitChar: Alteration = {
  id: 'sse-split-char',
  summary: 'Characters of several bytes are broken in streams.',
  hooks: ({ frame }) => ({
    frame: (event, place) => frame(event, place).replaceAll(/[^\0-\x7f]/gu, '\ufffd\ufffd'),
  }),
};
