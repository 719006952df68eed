import type { Alteration } from '../hooks.ts';
import { encodePng } from '../models/png.ts';

const INTERLACED = { colourType: 0, interlaced: true } as const;

export const pngInterlaced: Alteration = {
  id: 'png-interlaced',
  summary: 'Images are interlaced PNGs.',
  hooks: () => ({ draw: (size) => encodePng(size, INTERLACED) }),
};
