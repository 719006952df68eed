import type { Alteration } from '../hooks.ts';

export const imgUrlInstead: Alteration = {
  id: 'img-url-instead',
  summary: 'Images have url instead of b64_json.',
  hooks: ({ presentImages }) => ({
    presentImages(images) {
      const data = images.base64.map((_image, index) => ({
        url: `https://images.invalid/${index}.png`,
        mime_type: 'image/png',
        revised_prompt: images.prompt,
      }));
      return { ...presentImages(images), data };
    },
  }),
};
