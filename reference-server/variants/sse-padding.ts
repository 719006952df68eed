import type { Alteration } from '../hooks.ts';

/** The amount that proxies buffer before they pass anything on. */
const PADDING = `:${' '.repeat(2048)}\n\n`;

export const ssePadding: Alteration = {
  id: 'sse-padding',
  summary: 'A stream begins with a comment of 2 KiB and has comments between events.',
  hooks: ({ frame }) => ({
    frame: (event, place) => (place.first ? PADDING : ':\n\n') + frame(event, place),
  }),
};
