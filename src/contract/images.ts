import { z } from 'zod';
import { integer, JsonObjectSchema, list } from './json.ts';

/** The body of POST /images/generations as we send it (interface §Image generation request). */
export const ImagesRequestSchema = z.looseObject({
  model: z.string().min(1),
  prompt: z.string().min(1),
  n: z.int().min(1).optional(),
  size: z
    .string()
    .regex(/^[1-9]\d*x[1-9]\d*$/)
    .optional(),
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
