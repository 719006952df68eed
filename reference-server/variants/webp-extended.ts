import type { Alteration } from '../hooks.ts';
import { relabel } from '../models/images.ts';
import { drawExtendedWebp } from '../models/webp.ts';

export const webpExtended: Alteration = {
  id: 'webp-extended',
  summary: 'Images are WebP with a canvas and metadata.',
  hooks: ({ presentImages }) => ({
    draw: drawExtendedWebp,
    presentImages: (images) => relabel(presentImages(images), 'image/webp'),
  }),
};
