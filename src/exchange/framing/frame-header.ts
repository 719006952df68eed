import { z } from 'zod';
import type { Frame } from './frames.ts';
import { MalformedFrame } from './malformed-frame.ts';

/** A number of things. */
export const COUNT = z.int().min(0);

/** Times in ns have at most 63 bits. */
const MOST_NS = 2 ** 63;
/** The latest time, in ms, that a recording can have: later ones, such as 1e308, are damage. */
export const MOST_MS = MOST_NS / 1e6;

/** A time: ns on the wire, ms inside. */
export const NS = z
  .number()
  .min(-MOST_NS)
  .max(MOST_NS)
  .transform((ns) => ns / 1e6);

/** @throws MalformedFrame when the header is not JSON */
export function parseHeader({ header }: Frame): unknown {
  try {
    return JSON.parse(header.toString('utf8'));
  } catch {
    throw new MalformedFrame('a header that is not JSON');
  }
}

/**
 * @param name of the frame, for the message
 * @throws MalformedFrame that names the first member which is not as the schema says
 */
export function checked<T>(name: string, schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new MalformedFrame(`${name}: ${issue?.path.join('.')} ${issue?.message}`);
}
