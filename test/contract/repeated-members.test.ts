import { expect, test } from 'vitest';
import { repeatedMembers } from '../../src/contract/repeated-members.ts';

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
