import { editsImages } from '../edits/answers.ts';
import { editItems, editMember } from '../edits/json.ts';
import { before } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import type { ImageFormat } from '../models/images.ts';

const DETAILS = { background: 'opaque', quality: 'low' };

export const imagesVariants: Alterations = {
  'image-details': editsImages(
    'Images have format, quality, seed and usage in addition to the fields of the interface.',
  )((body, { format }) => {
    const details = { url: null, seed: 7, output_format: format, ...DETAILS };
    const detailed = editItems(body, 'data', (item) => ({ index: 0, ...item, ...details }));
    return {
      ...editMember(detailed, 'usage', (usage) => ({
        ...usage,
        input_tokens_details: { text_tokens: 1, image_tokens: 0 },
        cost: 0.04,
      })),
      output_format: format,
      ...DETAILS,
    };
  }),
  'jpeg-images': draws('jpeg')(
    'Images are JPEGs with restarts and a comment, unless requested otherwise.',
  ),
  'webp-images': draws('webp')('Images are lossless WebP, unless requested otherwise.'),
};

/** Images have this format where the request names none. */
function draws(format: ImageFormat) {
  return (summary: string): Alteration =>
    before('checkImages')(summary)((body) => [
      { ...body, output_format: body.output_format ?? format },
    ]);
}
