import { expect, test } from 'vitest';
import { z } from 'zod';
import { contradictions } from '../../src/contract/contradictions.ts';
import { integer, JsonObjectSchema, list } from '../../src/contract/json.ts';

const Schema = z.looseObject({
  name: z.string(),
  kind: z.enum(['a', 'b']),
  count: integer,
  items: list(z.looseObject({ text: z.string().min(1) })),
});

const good = { name: 'x', kind: 'a', count: 1, items: [{ text: 'y' }], unknown: null };

test('contradictions: a value that fits has none', () => {
  expect([...contradictions(Schema, good)]).toEqual([]);
});

test.each([
  ['a missing member', { ...good, name: undefined }, 'string', 'absent', 'name'],
  ['a null member', { ...good, name: null }, 'string', 'null', 'name'],
  ['a string for an integer', { ...good, count: '1' }, 'integer', '"1"', 'count'],
  ['a fraction for an integer', { ...good, count: 1.5 }, 'integer', '1.5', 'count'],
  ['a missing integer', { ...good, count: undefined }, 'integer', 'absent', 'count'],
  ['a value outside an enumeration', { ...good, kind: 'c' }, '"a" or "b"', '"c"', 'kind'],
  ['an object for an array', { ...good, items: {} }, 'array', '{}', 'items'],
  ['a bad item', { ...good, items: [{ text: 'y' }, 3] }, 'object', '3', 'items[1]'],
  ['an empty text', { ...good, items: [{ text: '' }] }, 'non-empty string', '""', 'items[0].text'],
  ['an array for a string', { ...good, name: [1, 2] }, 'string', 'array of 2', 'name'],
  ['an object for a string', { ...good, name: { a: 1 } }, 'string', 'object with a', 'name'],
])('contradictions: %s is reported', (_, value, expected, actual, where) => {
  expect([...contradictions(Schema, value)]).toEqual([{ expected, actual, where }]);
});

test('contradictions: the value itself has no path', () => {
  expect([...contradictions(Schema, 'x')]).toEqual([{ expected: 'object', actual: '"x"' }]);
});

test('contradictions: an unexpected member is reported by its name', () => {
  const found = [...contradictions(z.strictObject({ a: z.unknown() }), { a: 1, 'b c': 2 })];
  expect(found).toEqual([{ expected: 'no such member', actual: '2', where: '["b c"]' }]);
});

test('contradictions: a million bad items are eight contradictions', () => {
  const items = Array.from({ length: 1_000_000 }, () => 1);
  expect([...contradictions(Schema, { ...good, items })]).toHaveLength(8);
});

test.each([
  [z.string().min(2), 'a', 'string of at least 2'],
  [z.array(z.unknown()).min(1), [], 'array of at least 1'],
  [z.number().max(5), 9, 'number of at most 5'],
  [z.union([z.string(), z.number()]), true, 'one of the known shapes'],
  [z.looseObject({ a: z.unknown() }), {}, 'a member'],
])(
  'contradictions: the expectation of schema %# is described in words',
  (schema, value, expected) => {
    expect([...contradictions(schema, value)].map((found) => found.expected)).toEqual([expected]);
  },
);

test('contradictions: a huge value is previewed in a few characters', () => {
  for (const name of [9, 'x'.repeat(1 << 20), { ['y'.repeat(1 << 20)]: 1 }]) {
    const [found] = [...contradictions(z.looseObject({ name: z.boolean() }), { name })];
    expect(found?.actual.length).toBeLessThan(200);
  }
});

test('contradictions: an array is not an object', () => {
  expect([...contradictions(JsonObjectSchema, [])]).toEqual([{ expected: 'object', actual: '[]' }]);
});
