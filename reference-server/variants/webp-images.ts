import type { Alteration } from '../hooks.ts';
import { drawWebp } from '../models/webp.ts';

export const webpImages: Alteration = {
  id: 'webp-images',
  summary: 'Images are lossless WebP.',
  hooks: ({ presentImages }) => ({
    draw: drawWebp,
    presentImages(images) {
      const data = images.base64.map((image) => ({ b64_json: image, mime_type: 'image/webp' }));
      return { ...presentImages(images), data };
    },
  }),
};
