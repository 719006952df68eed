import type { Alteration } from '../hooks.ts';
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
  {
    id: 'jpeg-images',
    summary: 'Images are JPEGs with restarts and a comment.',
    hooks: ({ presentImages }) => ({
      draw: drawJpeg,
      presentImages: (images) => relabel(presentImages(images), 'image/jpeg'),
    }),
  },
  {
    id: 'jpeg-progressive',
    summary: 'Images are progressive JPEGs with two scans.',
    hooks: ({ presentImages }) => ({
      draw: drawProgressiveJpeg,
      presentImages: (images) => relabel(presentImages(images), 'image/jpeg'),
    }),
  },
  {
    id: 'png-chunks',
    summary: 'Images are PNGs with text, unknown chunks and pixels in many chunks.',
    hooks: () => ({ draw: (size) => encodePng(size, MANY) }),
  },
  {
    id: 'png-interlaced',
    summary: 'Images are interlaced PNGs.',
    hooks: () => ({ draw: (size) => encodePng(size, INTERLACED) }),
  },
  {
    id: 'png-palette',
    summary: 'Images are PNGs with a palette.',
    hooks: () => ({ draw: (size) => encodePng(size, PALETTED) }),
  },
  {
    id: 'webp-extended',
    summary: 'Images are WebP with a canvas and metadata.',
    hooks: ({ presentImages }) => ({
      draw: drawExtendedWebp,
      presentImages: (images) => relabel(presentImages(images), 'image/webp'),
    }),
  },
  {
    id: 'webp-images',
    summary: 'Images are lossless WebP.',
    hooks: ({ presentImages }) => ({
      draw: drawWebp,
      presentImages(images) {
        const data = images.base64.map((image) => ({ b64_json: image, mime_type: 'image/webp' }));
        return { ...presentImages(images), data };
      },
    }),
  },
  {
    id: 'webp-lossy',
    summary: 'Images are lossy WebP.',
    hooks: ({ presentImages }) => ({
      draw: drawLossyWebp,
      presentImages: (images) => relabel(presentImages(images), 'image/webp'),
    }),
  },
];
