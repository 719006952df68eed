import type { Alteration } from '../hooks.ts';

export const chatLatin1Encode: Alteration = {
  id: 'chat-latin1-encode',
  summary: 'The body of a chat completion is encoded as Latin-1.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const wire = encode(answer, context);
      if (context.operation !== 'chat' || typeof wire.payload !== 'string') return wire;
      return { ...wire, payload: Buffer.from(wire.payload, 'latin1') };
    },
  }),
};
