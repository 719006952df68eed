import { isDeepStrictEqual } from 'node:util';
import { double, type JsonObject } from './json-edits.ts';
import type { Member, MemberType } from './schema-members.ts';

/** One way in which a gateway gets a member wrong. */
export interface Mutation {
  readonly name: string;
  /**
   * Changes the member of one object.
   * @param others the values that the member has in all answers of the place
   * @returns false when there is nothing to change
   */
  edit(holder: JsonObject, member: Member, others: readonly unknown[]): boolean;
}

/** Every way to get a member of this type wrong. */
export function mutationsOf({ type }: Member): readonly Mutation[] {
  return [...OF_ANY, ...OF_TYPE[type]];
}

const OF_ANY: readonly Mutation[] = [
  {
    name: 'dropped',
    edit: (holder, { name }) => Object.hasOwn(holder, name) && delete holder[name],
  },
  replaced('null', () => null),
  {
    name: 'twice',
    edit(holder, { name }) {
      if (!Object.hasOwn(holder, name)) return false;
      double(holder, name);
      return true;
    },
  },
];

const TEXT: readonly Mutation[] = [
  retyped('a number', () => 17),
  replaced('empty', () => ''),
  replaced('with other letters', (value) => shifted(String(value))),
  replaced('taken from the first answer', (_, [first]) => first),
  replaced('taken from another answer', (value, others) => after(value, others)),
];

const WHOLE_NUMBER: readonly Mutation[] = [
  retyped('a string', (value) => String(value ?? 17)),
  replaced('with a fraction', (value) => Number(value) + 0.5),
  replaced('negative', (value) => -Number(value) - 1),
  replaced('a thousandfold', (value) => Number(value) * 1000),
  replaced('one more', (value) => Number(value) + 1),
];

const LIST: readonly Mutation[] = [
  retyped('an object', () => ({})),
  replaced('empty', () => []),
  replaced('with its last item twice', (value) =>
    Array.isArray(value) ? [...value, ...value.slice(-1)] : value,
  ),
];

const OBJECT: readonly Mutation[] = [
  retyped('a string', () => 'none'),
  retyped('an array', (value) => [value]),
  replaced('empty', () => ({})),
];

const OF_TYPE: Readonly<Record<MemberType, readonly Mutation[]>> = {
  string: TEXT,
  integer: WHOLE_NUMBER,
  number: WHOLE_NUMBER,
  object: OBJECT,
  array: LIST,
  unknown: TEXT,
};

type Replacement = (value: unknown, others: readonly unknown[]) => unknown;

/** Replaces a value that is present and not null. */
function replaced(name: string, replacement: Replacement): Mutation {
  return {
    name,
    edit(holder, member, others) {
      const value = holder[member.name];
      return (value ?? null) !== null && put(holder, member, replacement(value, others));
    },
  };
}

/** A value of another type, also where the member is optional and absent. */
function retyped(name: string, replacement: Replacement): Mutation {
  return {
    name,
    edit: (holder, member, others) => put(holder, member, replacement(holder[member.name], others)),
  };
}

function put(holder: JsonObject, { name }: Member, value: unknown): boolean {
  if (value === undefined || isDeepStrictEqual(value, holder[name])) return false;
  holder[name] = value;
  return true;
}

/** The next different value; undefined when all are equal. */
function after(value: unknown, values: readonly unknown[]): unknown {
  const at = values.indexOf(value);
  return [...values.slice(at), ...values.slice(0, at)].find(
    (other) => (other ?? null) !== null && other !== value,
  );
}

/** Replaces each letter and digit by the next one: the same form, but another word. */
function shifted(text: string): string {
  return text.replace(/[a-z0-8]/gi, (letter) => {
    if (letter === 'z') return 'a';
    return letter === 'Z' ? 'A' : String.fromCharCode(letter.charCodeAt(0) + 1);
  });
}
