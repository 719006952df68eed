import type { Alteration } from '../hooks.ts';

export const imgNMinusOne: Alteration = {
  id: 'img-n-minus-one',
  summary: 'One image is missing if more than one is requested.',
  hooks: ({ presentImages }) => ({
    presentImages(images) {
      const { base64 } = images;
      return presentImages({ ...images, base64: base64.length > 1 ? base64.slice(1) : base64 });
    },
  }),
};
