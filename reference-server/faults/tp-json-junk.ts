import type { Alteration } from '../hooks.ts';

export const tpJsonJunk: Alteration = {
  id: 'tp-json-junk',
  summary: 'The body of a chat has an extra brace at its end.',
  hooks: ({ encode }) => ({
    encode(answer, context) {
      const wire = encode(answer, context);
      if (context.operation !== 'chat' || wire.status !== 200) return wire;
      return { ...wire, payload: `${String(wire.payload)}}` };
    },
  }),
};
