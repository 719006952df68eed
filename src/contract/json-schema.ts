import { z } from 'zod';

/** What a JSON schema describes; undefined where it uses what cannot be checked. */
export function describedBy(schema: Readonly<Record<string, unknown>>): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return undefined;
  }
}
