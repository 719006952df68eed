import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

const DETAILS = { background: 'opaque', output_format: 'png', quality: 'low' };
const TOKENS = { input_tokens_details: { text_tokens: 1, image_tokens: 0 }, cost: 0.04 };

export const imageDetails: Alteration = {
  id: 'image-details',
  summary:
    'Images have format, quality, seed and usage in addition to the fields of the interface.',
  hooks: ({ presentImages }) => ({
    presentImages(images) {
      const body = presentImages(images);
      const items = Array.isArray(body.data) ? body.data.filter(isJsonObject) : [];
      const data = items.map((item, index) => ({ index, ...item, url: null, seed: 7, ...DETAILS }));
      const usage = isJsonObject(body.usage) ? body.usage : {};
      return { ...body, ...DETAILS, data, usage: { ...usage, ...TOKENS } };
    },
  }),
};
