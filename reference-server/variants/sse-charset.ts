import type { Alteration } from '../hooks.ts';

export const sseCharset: Alteration = {
  id: 'sse-charset',
  summary: 'The media type of a stream has a charset.',
  hooks: ({ streamHeaders }) => ({
    streamHeaders: (operation) => ({
      ...streamHeaders(operation),
      'content-type': 'text/event-stream;charset=UTF-8',
    }),
  }),
};
