import { z } from 'zod';
import { integer, JsonObjectSchema, list } from './json.ts';

/** Interface §Limits: 25 MiB, of the file and not of the body around it. */
export const FILE_MAXIMUM_BYTES = 25 * 1024 * 1024;

/** Assumed: OpenAI OpenAPI 2.3.0, AudioResponseFormat. A form without one wants `json`. */
export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const;

/** The fields of a form beside its model and file. */
export const TRANSCRIPT_FIELDS = {
  format: 'response_format',
  /** `segment` or `word`, once each; `segment` where there is none. */
  granularity: 'timestamp_granularities[]',
} as const;

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

/** A part of the audio, in s from its start. */
const SpanSchema = z.looseObject({ start: z.number(), end: z.number() });

/**
 * Assumed: OpenAI OpenAPI 2.3.0, CreateTranscriptionResponseVerboseJson, without the members of its
 * segments that only Whisper knows.
 */
export const VerboseTranscriptionSchema = z.looseObject({
  text: z.string(),
  language: z.string(),
  duration: z.number(),
  segments: list(SpanSchema.extend({ id: integer, text: z.string() })).nullish(),
  words: list(SpanSchema.extend({ word: z.string() })).nullish(),
});
