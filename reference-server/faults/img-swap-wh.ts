import type { Alteration } from '../hooks.ts';

export const imgSwapWh: Alteration = {
  id: 'img-swap-wh',
  summary: 'Width and height of an image are swapped.',
  hooks: ({ draw }) => ({
    draw: ({ width, height }) => draw({ width: height, height: width }),
  }),
};
