import { gzipSync } from 'node:zlib';
import type { Alteration } from '../hooks.ts';

export const tpGzipUnasked: Alteration = {
  id: 'tp-gzip-unasked',
  summary: 'Chats of one body are compressed, whether that was asked for or not.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const wire = encode(answer, context);
      if (context.operation !== 'chat' || wire.status !== 200) return wire;
      const headers = { ...wire.headers, 'content-encoding': 'gzip' };
      return { ...wire, headers, payload: gzipSync(wire.payload) };
    },
  }),
};
