import { gzipSync } from 'node:zlib';
import type { Alteration } from '../hooks.ts';

export const relayGzipMislabelled: Alteration = {
  id: 'relay-gzip-mislabelled',
  summary: 'A gzip body of the provider is passed on without its Content-Encoding.',
  needsUpstream: true,
  hooks({ relayBody, encode }) {
    const compressed = new WeakSet<object>();
    return {
      relayBody(body, operation, answer) {
        const given = relayBody(body, operation, answer);
        if (answer.headers['content-encoding'] === 'gzip') compressed.add(given);
        return given;
      },
      encode(answer, context) {
        const { body } = answer;
        const encoded = encode(answer, context);
        const isCompressed = typeof body === 'object' && body !== null && compressed.has(body);
        return isCompressed ? { ...encoded, payload: gzipSync(encoded.payload) } : encoded;
      },
    };
  },
};
