import type { z } from 'zod';

/** Whether a value keeps a schema. Open objects pass their unknown members on untouched. */
export function fits<T>(schema: z.ZodType<T>, value: unknown): value is T {
  return schema.safeParse(value).success;
}
