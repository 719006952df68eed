import { isJsonObject, type JsonObject } from '../http/json.ts';
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

/** The same body for images of another media type. */
export function relabel(body: JsonObject, mimeType: string): JsonObject {
  const items = Array.isArray(body.data) ? body.data.filter(isJsonObject) : [];
  return { ...body, data: items.map((item) => ({ ...item, mime_type: mimeType })) };
}

const encoded = new WeakMap<Buffer, string>();

/** The base64 of an image, one string for all answers that carry it. */
export function toBase64(image: Buffer): string {
  const known = encoded.get(image) ?? image.toString('base64');
  encoded.set(image, known);
  return known;
}

const MAX_SIZES = 32;

/** Draws each size once; the oldest of many sizes goes first. */
export function cachedDrawing(): (size: Size) => Buffer {
  const drawn = new Map<string, Buffer>();
  return (size) => {
    const name = `${size.width}x${size.height}`;
    const image = drawn.get(name) ?? drawPng(size);
    drawn.delete(name);
    drawn.set(name, image);
    if (drawn.size > MAX_SIZES) drawn.delete([...drawn.keys()][0] ?? '');
    return image;
  };
}
