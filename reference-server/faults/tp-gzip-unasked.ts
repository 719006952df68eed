import { gzipSync } from 'node:zlib';
import type { Alteration } from '../hooks.ts';

export const tpGzipUnasked: Alteration = {
  id: 'tp-gzip-unasked',
  summary: 'Chats in one body are always compressed, even if the client does not accept it.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const wire = encode(answer, context);
      if (context.operation !== 'chat' || wire.status !== 200) return wire;
      const headers = { ...wire.headers, 'content-encoding': 'gzip' };
      return { ...wire, headers, payload: gzipSync(wire.payload) };
    },
  }),
};
