import type { Alteration } from '../hooks.ts';

export const tpAbruptClose: Alteration = {
  id: 'tp-abrupt-close',
  summary: 'The connection of a stream is closed without a last chunk.',
  hooks: () => ({
    endStream(response, pieces) {
      for (const piece of pieces.slice(0, -1)) response.write(piece);
      response.write(pieces.at(-1) ?? '', () => response.destroy());
    },
  }),
};
