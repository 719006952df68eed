import { z } from 'zod';

const present = z.unknown();

/** Stated: interface §Errors. One key, `error`, with its four members, whatever their type. */
export const ErrorWrapperSchema = z.strictObject({
  error: z.looseObject({ message: present, type: present, param: present, code: present }),
});

/**
 * Assumed: OpenAI OpenAPI 2.3.0, Error. The interface says string for all four; `param` and
 * `code` are null where they do not apply.
 */
export const ErrorSchema = z.looseObject({
  message: z.string().min(1),
  type: z.string().min(1),
  param: z.string().nullable(),
  code: z.string().nullable(),
});

/** Assumed: the wrapper with members of the types above; other keys beside `error` pass. */
export const ErrorBodySchema = z.looseObject({ error: ErrorSchema });
