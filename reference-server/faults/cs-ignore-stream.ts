import type { Alteration } from '../hooks.ts';

export const csIgnoreStream: Alteration = {
  id: 'cs-ignore-stream',
  summary: 'A chat request with the stream switch on returns one body.',
  hooks: ({ wantsStream }) => ({
    wantsStream: (body, operation) => operation !== 'chat' && wantsStream(body, operation),
  }),
};
