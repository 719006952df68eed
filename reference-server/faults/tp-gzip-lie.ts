import type { Alteration } from '../hooks.ts';

export const tpGzipLie: Alteration = {
  id: 'tp-gzip-lie',
  summary: 'An uncompressed body is labelled as gzip for clients that accept gzip.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const accepted = /\bgzip\b/.test(String(response.req.headers['accept-encoding'] ?? ''));
      const headers = { ...answer.headers, 'content-encoding': 'gzip' };
      send(response, accepted && answer.payload.length > 0 ? { ...answer, headers } : answer);
    },
  }),
};
