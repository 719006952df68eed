import type { Alteration } from '../hooks.ts';

/** As much as proxies hold back before they pass anything on. */
const PADDING = `:${' '.repeat(2048)}\n\n`;

export const ssePadding: Alteration = {
  id: 'sse-padding',
  summary: 'A stream begins with 2 KiB of comment, and a comment stands alone between events.',
  hooks: ({ frame }) => ({
    frame: (event, place) => (place.first ? PADDING : ':\n\n') + frame(event, place),
  }),
};
