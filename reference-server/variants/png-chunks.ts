import type { Alteration } from '../hooks.ts';
import { encodePng } from '../models/png.ts';

const MANY = {
  colourType: 0,
  interlaced: false,
  ancillary: { gAMA: '\0\0\xb1\x8f', tEXt: 'Software\0IEND', prVt: '' },
  dataChunkBytes: 20,
} as const;

export const pngChunks: Alteration = {
  id: 'png-chunks',
  summary: 'Images are PNGs with text, unknown chunks and pixels in many chunks.',
  hooks: () => ({ draw: (size) => encodePng(size, MANY) }),
};
