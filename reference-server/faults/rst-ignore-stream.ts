import type { Alteration } from '../hooks.ts';

export const rstIgnoreStream: Alteration = {
  id: 'rst-ignore-stream',
  summary: 'A response stream is answered as one body.',
  hooks: ({ wantsStream }) => ({
    wantsStream: (body, operation) => operation !== 'responses' && wantsStream(body, operation),
  }),
};
