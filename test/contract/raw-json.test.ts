import { expect, test } from 'vitest';
import { contentDelta } from '../../src/contract/content-delta.ts';
import { denotesInteger, numberToken } from '../../src/contract/raw-number.ts';
import { repeatedMembers } from '../../src/contract/repeated-members.ts';

test.each([
  ['{"a":1.0}', ['a'], '1.0'],
  ['{"a":[{"b":2e3}]}', ['a', 0, 'b'], '2e3'],
  ['-7', [], '-7'],
  ['{"a":"1"}', ['a'], undefined],
  ['{"a":1}', ['b'], undefined],
  ['{"a":1}', ['a', 'source'], undefined],
  ['{"a":', ['a'], undefined],
] as const)('number token: %s has at %j the token %s', (text, path, token) => {
  expect(numberToken(text, path)).toBe(token);
});

test('number token: a body nested a million deep has none', () => {
  expect(numberToken('['.repeat(1e6) + ']'.repeat(1e6), [0])).toBeUndefined();
});

test.each([
  ['0', true],
  ['-12', true],
  ['1700000000', true],
  ['1700000000.0', true],
  ['1.50e1', true],
  ['100e-2', true],
  ['0.0e-9', true],
  ['1e400', true],
  ['42.5', false],
  ['1e-1', false],
  ['9007199254740993.5', false],
  ['', false],
])('number token: %s denotes an integer: %s', (token, denotes) => {
  expect(denotesInteger(token)).toBe(denotes);
});

test.each([
  ['an object without any', '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', []],
  ['an object with a member twice', '{"a":1,"b":2,"a":3}', ['a']],
  ['an object with a member twice with the same value', '{"id":"x","id":"x"}', ['id']],
  ['an object with one deep inside', '{"c":[[{"a":1}],{"m":{"b":1,"b":[]}}]}', ['c[1].m.b']],
  ['an object with one in an item of an array', '{"c":[{"a":1},{"a":1,"a":2}]}', ['c[1].a']],
  ['an object with a member three times', '{"a":1,"a":2,"a":3}', ['a', 'a']],
  ['a string that looks like members', String.raw`{"a":"{\"b\":1,\"b\":2}"}`, []],
  ['an object with white space before the colons', '{ "a" : 1,\n "b" : [ 2 , 3 ] }', []],
  [
    'an object with a member twice and white space before the colons',
    '{ "a" : 1,\n "a" : 2 }',
    ['a'],
  ],
  ['an object with escapes in its names', String.raw`{"a\"":1,"a":2,"\\":3}`, []],
  ['a text that is not an object', '"a"', []],
])('repeated members: those of %s are found, and no others', (_, text, expected) => {
  expect(repeatedMembers(text, JSON.parse(text))).toEqual(expected);
});

test('repeated members: a hostile text is read in little time and without a deep stack', () => {
  const deep = `${'{"a":['.repeat(50_000)}"\\":"${']}'.repeat(50_000)}`;
  const long = JSON.stringify({ a: '":'.repeat(300_000) });
  const startMs = performance.now();
  for (const text of [deep, long]) expect(repeatedMembers(text, JSON.parse(text))).toEqual([]);
  expect(performance.now() - startMs).toBeLessThan(20_000);
});

test.each([
  ['chat', { choices: [{ delta: { content: 'a' } }, { delta: { content: 'b' } }] }, 'ab'],
  ['chat', { choices: [{ delta: { role: 'assistant', content: '' } }] }, ''],
  ['chat', { choices: [{ delta: { content: null } }] }, ''],
  ['chat', { choices: [] }, ''],
  ['chat', undefined, ''],
  ['responses', { type: 'response.output_text.delta', delta: 'a' }, 'a'],
  ['responses', { type: 'response.output_text.done', delta: 'a' }, ''],
  ['responses', { choices: [{ delta: { content: 'a' } }] }, ''],
  ['other', { choices: [{ delta: { content: 'a' } }] }, ''],
] as const)('content delta: %s in %j has %j', (operation, json, text) => {
  expect(contentDelta(operation, json)).toBe(text);
});
