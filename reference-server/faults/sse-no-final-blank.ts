import type { Alteration } from '../hooks.ts';

export const sseNoFinalBlank: Alteration = {
  id: 'sse-no-final-blank',
  summary: 'The last event of a stream is missing its blank line.',
  hooks: ({ frame }) => ({
    frame(event, place) {
      const text = frame(event, place);
      return place.last ? text.slice(0, -1) : text;
    },
  }),
};
