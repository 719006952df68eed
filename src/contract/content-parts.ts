import { z } from 'zod';

/** Assumed: OpenAI OpenAPI 2.3.0, image_url: the data of an image, or its address. */
export const IMAGE_URL = z
  .string()
  .regex(/^(data:image\/[\w.+-]+;base64,[A-Za-z0-9+/]+={0,2}|https?:\/\/.+)$/);

/** A text, or parts with texts and images. */
export function contentOf<Text extends z.ZodType, Image extends z.ZodType>(
  text: Text,
  image: Image,
) {
  return z.union([z.string(), z.array(z.union([text, image])).min(1)]);
}
