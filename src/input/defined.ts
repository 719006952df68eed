/** The members of `T` that may be undefined, as ones that may be absent; the others unchanged. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The object without the members that are undefined, for `exactOptionalPropertyTypes`:
 * `defined({ ttftMs, itlMs })` in place of a conditional spread for each.
 */
export function defined<T extends object>(members: T): Defined<T>;
export function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The items that are there: `present([count > 0 && note])` in place of a conditional spread for each. */
export function present<T>(items: readonly (T | false | undefined)[]): T[] {
  return items.filter((item): item is T => item !== false && item !== undefined);
}
