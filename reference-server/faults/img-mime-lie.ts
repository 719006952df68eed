import type { Alteration } from '../hooks.ts';

export const imgMimeLie: Alteration = {
  id: 'img-mime-lie',
  summary: 'A PNG is declared image/jpeg.',
  hooks: ({ presentImages }) => ({
    presentImages(images) {
      const data = images.base64.map((image) => ({
        b64_json: image,
        mime_type: 'image/jpeg',
        revised_prompt: images.prompt,
      }));
      return { ...presentImages(images), data };
    },
  }),
};
