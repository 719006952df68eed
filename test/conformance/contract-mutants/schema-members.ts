import { z } from 'zod';
import { integer, itemOf } from '../../../src/contract/json.ts';

/** What a member is by its schema; `unknown` is anything at all. */
export type MemberType = 'string' | 'integer' | 'number' | 'object' | 'array' | 'unknown';

/** One member of a schema, however deep it lies. */
export interface Member {
  /** Such as `choices[].message.content`. */
  readonly path: string;
  /** The same, step by step; `[]` stands for every item of an array. */
  readonly steps: readonly string[];
  /** The last name of the path. */
  readonly name: string;
  readonly type: MemberType;
}

export const ITEM = '[]';

/** Every member that a schema names: what is added to the schema is found with no more work. */
export function membersOf(schema: z.core.$ZodType): readonly Member[] {
  return [...membersIn(schema, [])];
}

function* membersIn(wrapped: z.core.$ZodType, steps: readonly string[]): Generator<Member> {
  const schema = unwrapped(wrapped);
  const item = itemSchemaOf(schema);
  if (item !== undefined) yield* membersIn(item, [...steps, ITEM]);
  if (!(schema instanceof z.ZodObject)) return;
  for (const [name, inner] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const path = [...steps, name];
    yield { path: spelled(path), steps: path, name, type: typeOf(unwrapped(inner)) };
    yield* membersIn(inner, path);
  }
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}

function itemSchemaOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return schema instanceof z.ZodArray ? schema.element : itemOf(schema);
}

/** @throws TypeError for a kind of schema that the contract has not had so far */
function typeOf(schema: z.core.$ZodType): MemberType {
  if (schema === integer) return 'integer';
  if (schema instanceof z.ZodString || schema instanceof z.ZodLiteral) return 'string';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodObject) return 'object';
  if (itemSchemaOf(schema) !== undefined) return 'array';
  if (schema instanceof z.ZodUnknown) return 'unknown';
  throw new TypeError('A member has a type that no mutation is known for.');
}

function spelled(steps: readonly string[]): string {
  return steps.reduce((path, step) =>
    step === ITEM || path === '' ? path + step : `${path}.${step}`,
  );
}
