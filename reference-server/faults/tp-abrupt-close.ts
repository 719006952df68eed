import type { Alteration } from '../hooks.ts';

export const tpAbruptClose: Alteration = {
  id: 'tp-abrupt-close',
  summary: 'A stream is closed without the last chunk of its coding.',
  hooks: () => ({
    endStream(response, pieces) {
      for (const piece of pieces.slice(0, -1)) response.write(piece);
      response.write(pieces.at(-1) ?? '', () => response.destroy());
    },
  }),
};
