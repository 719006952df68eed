import type { Alteration } from '../hooks.ts';
import { relabel } from '../models/images.ts';
import { drawProgressiveJpeg } from '../models/jpeg.ts';

export const jpegProgressive: Alteration = {
  id: 'jpeg-progressive',
  summary: 'Images are progressive JPEGs with two scans.',
  hooks: ({ presentImages }) => ({
    draw: drawProgressiveJpeg,
    presentImages: (images) => relabel(presentImages(images), 'image/jpeg'),
  }),
};
