import type { Alteration } from '../hooks.ts';

export const tpAbruptClose: Alteration = {
  id: 'tp-abrupt-close',
  summary: 'A stream is closed without the last chunk of its coding.',
  hooks: () => ({
    endStream(response, packed) {
      response.write(packed, () => response.destroy());
    },
  }),
};
