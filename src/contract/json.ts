import { z } from 'zod';

/** Any JSON object: the interface names the member and does not show what is in it. */
export const JsonObjectSchema = z.looseObject({});

/**
 * An integer of any size: the interface shows few units and ranges, and nanoseconds since 1970 exceed
 * what a double represents exactly. Checks the parsed number; see `raw-number.ts` for the token.
 */
export const integer = z.custom<number>(Number.isInteger, 'integer');

const LIST_ISSUES = 8;

/**
 * An array whose check stops at the first few bad items, so that a hostile body of millions of them
 * does not produce millions of issues.
 */
export function list<Item extends z.ZodType>(item: Item) {
  const schema = z
    .custom<z.infer<Item>[]>(Array.isArray, { error: 'array', abort: true })
    .superRefine((items, context) => {
      let issues = 0;
      for (const [index, value] of items.entries()) {
        for (const issue of item.safeParse(value).error?.issues ?? []) {
          context.addIssue({ ...issue, path: [index, ...issue.path] });
          issues += 1;
        }
        if (issues >= LIST_ISSUES) return;
      }
    });
  ITEMS.set(schema, item);
  return schema;
}

const ITEMS = new WeakMap<z.core.$ZodType, z.ZodType>();

/** What each item of a `list` is, which its schema does not show; undefined for another schema. */
export function itemOf(schema: z.core.$ZodType): z.ZodType | undefined {
  return ITEMS.get(schema);
}

/** Whether a value fits a schema. Open objects keep their unknown members. */
export function fits<T>(schema: z.ZodType<T>, value: unknown): value is T {
  return schema.safeParse(value).success;
}
