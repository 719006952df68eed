import type { Alteration } from '../hooks.ts';
import { relabel } from '../models/images.ts';
import { drawJpeg } from '../models/jpeg.ts';

export const jpegImages: Alteration = {
  id: 'jpeg-images',
  summary: 'Images are JPEGs with restarts and a comment.',
  hooks: ({ presentImages }) => ({
    draw: drawJpeg,
    presentImages: (images) => relabel(presentImages(images), 'image/jpeg'),
  }),
};
