import type { Alteration, Hooks } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { relabel } from '../models/images.ts';
import { drawJpeg, drawProgressiveJpeg } from '../models/jpeg.ts';
import { encodePng } from '../models/png.ts';
import { drawExtendedWebp, drawLossyWebp, drawWebp } from '../models/webp.ts';

const DETAILS = { background: 'opaque', output_format: 'png', quality: 'low' };

const TOKENS = { input_tokens_details: { text_tokens: 1, image_tokens: 0 }, cost: 0.04 };

const MANY = {
  colourType: 0,
  interlaced: false,
  ancillary: { gAMA: '\0\0\xb1\x8f', tEXt: 'Software\0IEND', prVt: '' },
  dataChunkBytes: 20,
} as const;

const INTERLACED = { colourType: 0, interlaced: true } as const;

const PALETTED = {
  colourType: 3,
  palette: Buffer.from([0, 0, 0, 255, 255, 255]),
  interlaced: false,
} as const;

export const imagesVariants: readonly Alteration[] = [
  {
    id: 'image-details',
    summary:
      'Images have format, quality, seed and usage in addition to the fields of the interface.',
    hooks: ({ presentImages }) => ({
      presentImages(images) {
        const body = presentImages(images);
        const items = Array.isArray(body.data) ? body.data.filter(isJsonObject) : [];
        const data = items.map((item, index) => ({
          index,
          ...item,
          url: null,
          seed: 7,
          ...DETAILS,
        }));
        const usage = isJsonObject(body.usage) ? body.usage : {};
        return { ...body, ...DETAILS, data, usage: { ...usage, ...TOKENS } };
      },
    }),
  },
  draws('jpeg-images', 'Images are JPEGs with restarts and a comment.', drawJpeg, 'image/jpeg'),
  draws(
    'jpeg-progressive',
    'Images are progressive JPEGs with two scans.',
    drawProgressiveJpeg,
    'image/jpeg',
  ),
  draws(
    'png-chunks',
    'Images are PNGs with text, unknown chunks and pixels in many chunks.',
    (size) => encodePng(size, MANY),
  ),
  draws('png-interlaced', 'Images are interlaced PNGs.', (size) => encodePng(size, INTERLACED)),
  draws('png-palette', 'Images are PNGs with a palette.', (size) => encodePng(size, PALETTED)),
  draws(
    'webp-extended',
    'Images are WebP with a canvas and metadata.',
    drawExtendedWebp,
    'image/webp',
  ),
  draws('webp-images', 'Images are lossless WebP.', drawWebp, 'image/webp'),
  draws('webp-lossy', 'Images are lossy WebP.', drawLossyWebp, 'image/webp'),
];

/** Images are drawn by this. */
function draws(
  id: string,
  summary: string,
  draw: Hooks['draw'],
  mediaType = 'image/png',
): Alteration {
  return {
    id,
    summary,
    hooks: ({ presentImages }) => ({
      draw,
      presentImages: (images) => relabel(presentImages(images), mediaType),
    }),
  };
}
