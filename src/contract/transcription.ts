import { z } from 'zod';
import { JsonObjectSchema } from './json.ts';

/** Interface §Limits: 25 MiB, of the file and not of the body around it. */
export const FILE_MAXIMUM_BYTES = 25 * 1024 * 1024;

/** The form of POST /audio/transcriptions as we send it: exactly one file, and a model. */
export const TranscriptionFormSchema = z.object({
  fields: z
    .array(z.tuple([z.string(), z.string()]))
    .refine(
      (fields) => fields.filter(([name, value]) => name === 'model' && value !== '').length === 1,
      'exactly one model',
    ),
  files: z.array(z.object({ sizeBytes: z.int().min(1).max(FILE_MAXIMUM_BYTES) })).length(1),
});

/** Stated: interface §Transcription response. */
export const TranscriptionSchema = z.looseObject({
  text: z.string(),
  usage: JsonObjectSchema,
});
