import { editsImages } from '../edits/answers.ts';
import { editItems, editMember } from '../edits/json.ts';
import { alters } from '../edits/steps.ts';
import type { Alteration, Alterations, Hooks } from '../hooks.ts';
import { drawJpeg } from '../models/jpeg.ts';
import { drawWebp } from '../models/webp.ts';

const DETAILS = { background: 'opaque', output_format: 'png', quality: 'low' };

export const imagesVariants: Alterations = {
  'image-details': editsImages(
    'Images have format, quality, seed and usage in addition to the fields of the interface.',
  )((body) => {
    const details = { url: null, seed: 7, ...DETAILS };
    const detailed = editItems(body, 'data', (item) => ({ index: 0, ...item, ...details }));
    return {
      ...editMember(detailed, 'usage', (usage) => ({
        ...usage,
        input_tokens_details: { text_tokens: 1, image_tokens: 0 },
        cost: 0.04,
      })),
      ...DETAILS,
    };
  }),
  'jpeg-images': draws('Images are JPEGs with restarts and a comment.', drawJpeg, 'image/jpeg'),
  'webp-images': draws('Images are lossless WebP.', drawWebp, 'image/webp'),
};

/** Images are drawn by this. */
function draws(summary: string, draw: Hooks['draw'], mediaType: string): Alteration {
  return alters(summary)(({ presentImages }) => ({
    draw,
    presentImages: (images) =>
      editItems(presentImages(images), 'data', (item) => ({ ...item, mime_type: mediaType })),
  }));
}
