import type { Alteration } from '../hooks.ts';

export const tpGzipLie: Alteration = {
  id: 'tp-gzip-lie',
  summary: 'For whoever accepts gzip a body that is not compressed says that it is.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const asked = /\bgzip\b/.test(String(response.req.headers['accept-encoding'] ?? ''));
      const headers = { ...answer.headers, 'content-encoding': 'gzip' };
      send(response, asked && answer.payload.length > 0 ? { ...answer, headers } : answer);
    },
  }),
};
