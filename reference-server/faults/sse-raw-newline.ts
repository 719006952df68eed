import type { Alteration } from '../hooks.ts';

export const sseRawNewline: Alteration = {
  id: 'sse-raw-newline',
  summary: 'The JSON of an event continues on lines without data:.',
  hooks: ({ frame }) => ({
    frame(event, place) {
      if (typeof event.data === 'string') return frame(event, place);
      const compact = JSON.stringify(event.data);
      return frame(event, place).replace(compact, () => JSON.stringify(event.data, null, 1));
    },
  }),
};
