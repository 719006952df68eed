import { gzipSync } from 'node:zlib';
import type { Alteration } from '../hooks.ts';

export const gzipOnAsk: Alteration = {
  id: 'gzip-on-ask',
  summary: 'Answers in one body are compressed for clients that accept it.',
  hooks: ({ send }) => ({
    send(response, answer) {
      const accepted = /\bgzip\b/.test(String(response.req.headers['accept-encoding'] ?? ''));
      if (!accepted || answer.payload.length === 0) {
        send(response, answer);
        return;
      }
      const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
      send(response, { ...answer, headers, payload: gzipSync(answer.payload) });
    },
  }),
};
