import type { z } from 'zod';

/** One value that a member of a request may have. */
export interface Value {
  /** Such as `= 0`, `absent` or `empty`. */
  readonly name: string;
  /** Undefined where the member is absent. */
  readonly json: unknown;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** What a member may wrongly be, by the type that it should have. */
const WRONG: Readonly<Record<string, unknown>> = {
  string: 5,
  number: 'hot',
  integer: '2',
  array: 'hot',
  object: 'hot',
};

/** Values that try a member: absent, null, of another type, empty, and around each of its limits. */
export function valuesOf(schema: Schema): readonly Value[] {
  const wrong = typeof schema.type === 'string' ? WRONG[schema.type] : undefined;
  return [
    { name: 'absent', json: undefined },
    ...[null, wrong, ...aroundLimits(schema)].filter((json) => json !== undefined).map(valueWith),
  ];
}

export function valueWith(json: unknown): Value {
  return { name: `= ${JSON.stringify(json)}`, json };
}

function aroundLimits({ type, minLength, minItems, minimum }: Schema): readonly unknown[] {
  if (type === 'string') return minLength === undefined ? [] : [''];
  if (type === 'array') return minItems === undefined ? [] : [[]];
  if (type !== 'integer') return [];
  return [1.5, ...(minimum === undefined ? [] : [minimum - 1, minimum - 2])];
}
