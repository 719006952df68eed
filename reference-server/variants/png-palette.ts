import type { Alteration } from '../hooks.ts';
import { encodePng } from '../models/png.ts';

const PALETTED = {
  colourType: 3,
  palette: Buffer.from([0, 0, 0, 255, 255, 255]),
  interlaced: false,
} as const;

export const pngPalette: Alteration = {
  id: 'png-palette',
  summary: 'Images are PNGs with a palette.',
  hooks: () => ({ draw: (size) => encodePng(size, PALETTED) }),
};
