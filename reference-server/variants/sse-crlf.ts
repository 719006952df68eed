import type { Alteration } from '../hooks.ts';

export const sseCrlf: Alteration = {
  id: 'sse-crlf',
  summary: 'Lines of a stream end with CRLF.',
  hooks: ({ frame }) => ({
    frame: (event, place) => frame(event, place).replaceAll(/\r?\n/g, '\r\n'),
  }),
};
