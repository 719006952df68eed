import { z } from 'zod';
import { integer, JsonObjectSchema, list } from './json.ts';

/**
 * The body of POST /images/generations as we send it (interface §Image generation request). Assumed: OpenAI
 * OpenAPI 2.3.0, CreateImageRequest, the members about formats.
 */
export const ImagesRequestSchema = z.looseObject({
  model: z.string().min(1),
  prompt: z.string().min(1),
  n: z.int().min(1).optional(),
  size: z
    .string()
    .regex(/^[1-9]\d*x[1-9]\d*$/)
    .optional(),
  response_format: z.enum(['b64_json', 'url']).nullish(),
  output_format: z.enum(['png', 'jpeg', 'webp']).nullish(),
});

/** Stated: interface §Image generation response, `data`. */
const ImageSchema = z.looseObject({
  b64_json: z.string(),
  mime_type: z.string(),
  revised_prompt: z.string().nullish(),
});

/** Stated: interface §Image generation response. */
export const ImagesResponseSchema = z.looseObject({
  created: integer,
  data: list(ImageSchema),
  usage: JsonObjectSchema,
});

/** The same where `response_format` is `url`: a gateway may send links or, as the interface states, images. */
export const LinkedImagesSchema = ImagesResponseSchema.extend({
  data: list(z.union([z.looseObject({ url: z.string().min(1) }), ImageSchema])),
});
