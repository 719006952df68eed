import { ITEM } from './schema-members.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects that hold what a path leads to, whether the member itself is there or not. */
export function holdersOf(document: unknown, steps: readonly string[]): readonly JsonObject[] {
  return steps
    .slice(0, -1)
    .reduce<readonly unknown[]>(
      (values, step) => values.flatMap((value) => within(value, step)),
      [document],
    )
    .filter(isObject);
}

/** The values that a path leads to. */
export function valuesAt(document: unknown, steps: readonly string[]): readonly unknown[] {
  const name = steps.at(-1) ?? '';
  return holdersOf(document, steps).flatMap((holder) =>
    Object.hasOwn(holder, name) ? [holder[name]] : [],
  );
}

function within(value: unknown, step: string): readonly unknown[] {
  if (step === ITEM) return Array.isArray(value) ? value : [];
  return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
}

const TWICE = '\u0001twice';

/** Marks a member so that `written` writes it twice. */
export function double(holder: JsonObject, name: string): void {
  holder[`${name}${TWICE}`] = holder[name];
}

/** The JSON text of a document; a member that is marked as double stands there twice. */
export function written(document: unknown): string {
  return JSON.stringify(document).replaceAll(String.raw`\u0001twice"`, '"');
}
