import type { Alteration } from '../hooks.ts';

export const sseDataLines: Alteration = {
  id: 'sse-data-lines',
  summary: 'The data of an event is on several data lines.',
  hooks: ({ frame }) => ({
    frame(event, place) {
      if (typeof event.data === 'string') return frame(event, place);
      const lines = JSON.stringify(event.data, null, 1).replaceAll('\n', '\ndata: ');
      return frame(event, place).replace(JSON.stringify(event.data), () => lines);
    },
  }),
};
