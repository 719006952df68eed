import { z } from 'zod';
import { integer, JsonObjectSchema } from './json.ts';

/** The body of POST /videos as we send it (interface §Video job request). */
export const VideoRequestSchema = z.looseObject({
  model: z.string().min(1),
  prompt: z.string().min(1),
  duration: z.int().min(1).optional(),
});

/**
 * Stated: interface §Video job. When `completed_at`, `error` and `content_url` are filled is not
 * shown, so they may be absent or null; both nestings of `error` are an object. The `id` is a path
 * parameter of the other requests (§Endpoints), which cannot be empty.
 */
export const VideoJobSchema = z.looseObject({
  id: z.string().min(1),
  object: z.string(),
  status: z.string(),
  model: z.string(),
  progress: integer,
  created_at: integer,
  completed_at: integer.nullish(),
  error: JsonObjectSchema.nullish(),
  content_url: z.string().nullish(),
});
