import type { Alteration } from '../hooks.ts';
import { relabel } from '../models/images.ts';
import { drawLossyWebp } from '../models/webp.ts';

export const webpLossy: Alteration = {
  id: 'webp-lossy',
  summary: 'Images are lossy WebP.',
  hooks: ({ presentImages }) => ({
    draw: drawLossyWebp,
    presentImages: (images) => relabel(presentImages(images), 'image/webp'),
  }),
};
