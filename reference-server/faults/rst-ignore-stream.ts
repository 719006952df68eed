import type { Alteration } from '../hooks.ts';

export const rstIgnoreStream: Alteration = {
  id: 'rst-ignore-stream',
  summary: 'A responses request with the stream switch on returns one body.',
  hooks: ({ wantsStream }) => ({
    wantsStream: (body, operation) => operation !== 'responses' && wantsStream(body, operation),
  }),
};
