import type { Alteration } from '../hooks.ts';

export const imgDataUrlPrefix: Alteration = {
  id: 'img-data-url-prefix',
  summary: 'b64_json is a data URL.',
  hooks: ({ presentImages }) => ({
    presentImages(images) {
      const base64 = images.base64.map((image) => `data:image/png;base64,${image}`);
      return presentImages({ ...images, base64 });
    },
  }),
};
