import { expect, test } from 'vitest';
import { repeatedMembers } from '../../src/contract/repeated-members.ts';

test.each([
  ['an object without one', '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', []],
  ['a member that stands twice', '{"a":1,"b":2,"a":3}', ['a']],
  ['a member that stands twice with the same value', '{"id":"x","id":"x"}', ['id']],
  ['one deep inside', '{"c":[[{"a":1}],{"m":{"b":1,"b":[]}}]}', ['c[1].m.b']],
  ['one in an item of an outer array', '{"c":[{"a":1},{"a":1,"a":2}]}', ['c[1].a']],
  ['one that stands three times', '{"a":1,"a":2,"a":3}', ['a', 'a']],
  ['text that looks like members', String.raw`{"a":"{\"b\":1,\"b\":2}"}`, []],
  ['white space before the colons', '{ "a" : 1,\n "b" : [ 2 , 3 ] }', []],
  ['white space before the colons of two', '{ "a" : 1,\n "a" : 2 }', ['a']],
  ['names with escapes', String.raw`{"a\"":1,"a":2,"\\":3}`, []],
  ['no object', '"a"', []],
])('repeated members: %s is told', (_, text, expected) => {
  expect(repeatedMembers(text, JSON.parse(text))).toEqual(expected);
});

test('repeated members: a hostile text is read in little time and without a deep stack', () => {
  const deep = `${'{"a":['.repeat(50_000)}"\\":"${']}'.repeat(50_000)}`;
  const long = JSON.stringify({ a: '":'.repeat(300_000) });
  const startMs = performance.now();
  for (const text of [deep, long]) expect(repeatedMembers(text, JSON.parse(text))).toEqual([]);
  expect(performance.now() - startMs).toBeLessThan(2000);
});
