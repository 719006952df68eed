import type { JsonObject } from '../http/json.ts';
import { Bounded } from '../state/bounded.ts';
import { drawJpeg } from './jpeg.ts';
import { drawPng, type Size } from './png.ts';
import { drawWebp } from './webp.ts';

const DRAWINGS = { png: drawPng, jpeg: drawJpeg, webp: drawWebp };

export type ImageFormat = keyof typeof DRAWINGS;

export function isImageFormat(name: string): name is ImageFormat {
  return Object.hasOwn(DRAWINGS, name);
}

/** The output of an image model. */
export interface Images {
  readonly format: ImageFormat;
  readonly created: number;
  readonly prompt: string;
  readonly base64: readonly string[];
}

export function imagesBody({ format, created, prompt, base64 }: Images): JsonObject {
  const data = base64.map((image) => ({
    b64_json: image,
    mime_type: `image/${format}`,
    revised_prompt: prompt,
  }));
  const usage = { input_tokens: 1, output_tokens: data.length, total_tokens: 1 + data.length };
  return { created, data, usage };
}

const encoded = new WeakMap<Buffer, string>();

/** The base64 of an image, one string for all answers that carry it. */
export function toBase64(image: Buffer): string {
  const known = encoded.get(image) ?? image.toString('base64');
  encoded.set(image, known);
  return known;
}

const MAX_SIZES = 32;

/** Draws each size and format once. */
export function cachedDrawing(): (size: Size, format: ImageFormat) => Buffer {
  const drawn = new Bounded<Buffer>(MAX_SIZES);
  return (size, format) => {
    const name = `${format} ${size.width}x${size.height}`;
    const image = drawn.get(name) ?? DRAWINGS[format](size);
    drawn.set(name, image);
    return image;
  };
}
