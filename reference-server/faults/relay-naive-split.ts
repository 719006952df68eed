import type { Alteration } from '../hooks.ts';

const FIELD = 'data: ';

export const relayNaiveSplit: Alteration = {
  id: 'relay-naive-split',
  summary: 'Events of the provider are read only as a line "data: …" between two line feeds.',
  needsUpstream: true,
  hooks: () => ({
    eventReader() {
      let rest = '';
      return {
        read(text) {
          const blocks = (rest + text).split('\n\n');
          rest = blocks.pop() ?? '';
          return blocks
            .filter((block) => block.startsWith(FIELD))
            .map((block) => ({ name: undefined, data: block.slice(FIELD.length) }));
        },
      };
    },
  }),
};
