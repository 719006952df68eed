import { gzipSync } from 'node:zlib';
import type { Alteration } from '../hooks.ts';

export const sseGzipUnasked: Alteration = {
  id: 'sse-gzip-unasked',
  summary: 'A stream is compressed although the client does not accept it.',
  hooks: ({ streamHeaders }) => ({
    streamHeaders: (operation) => ({ ...streamHeaders(operation), 'content-encoding': 'gzip' }),
    pack: (text) => [gzipSync(text)],
  }),
};
