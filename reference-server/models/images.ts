import type { JsonObject } from '../http/json.ts';
import { Bounded } from '../state/bounded.ts';
import { drawPng, type Size } from './png.ts';

/** The output of an image model. */
export interface Images {
  readonly created: number;
  readonly prompt: string;
  readonly base64: readonly string[];
}

export function imagesBody({ created, prompt, base64 }: Images): JsonObject {
  const data = base64.map((image) => ({
    b64_json: image,
    mime_type: 'image/png',
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

/** Draws each size once. */
export function cachedDrawing(): (size: Size) => Buffer {
  const drawn = new Bounded<Buffer>(MAX_SIZES);
  return (size) => {
    const name = `${size.width}x${size.height}`;
    const image = drawn.get(name) ?? drawPng(size);
    drawn.set(name, image);
    return image;
  };
}
