import { expect, test } from 'vitest';
import { parseYaml } from '../../src/input/parse-yaml.ts';

const bomb = Array.from({ length: 9 }, (_, level) => {
  const copies = level === 0 ? 'x' : `*v${level - 1}`;
  return `v${level}: &v${level} [${Array(9).fill(copies).join(', ')}]`;
}).join('\n');

test('yaml: ordinary values are read, aliases too', () => {
  expect(parseYaml('a: &a [1, x]\nb: {c: *a}\n', 'f.yaml')).toEqual({
    a: [1, 'x'],
    b: { c: [1, 'x'] },
  });
});

test.each([
  ['__proto__ at the top', '__proto__: {a: 1}', 'Key is not allowed: __proto__ in f.yaml.'],
  ['__proto__ below', 'w:\n  - {__proto__: 1}', 'Key is not allowed: w.0.__proto__ in f.yaml.'],
  ['constructor', 'a: {constructor: 1}', 'Key is not allowed: a.constructor in f.yaml.'],
  ['prototype', 'prototype: 1', 'Key is not allowed: prototype in f.yaml.'],
  ['a value that contains itself', 'a: &a {b: *a}', 'Value contains itself: a.b in f.yaml.'],
  [
    'copies of copies',
    bomb,
    'File is not valid YAML: f.yaml. Its aliases (*name) stand for too many copies. Write them out.',
  ],
  ['a deep value', `a: ${'['.repeat(20_000)}`, 'File is not valid YAML: f.yaml'],
  [
    'a value as deep as the stack',
    `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    'File is not valid YAML: f.yaml. It is nested too deeply.',
  ],
  ['an unknown tag', 'a: !b c', 'File is not valid YAML: f.yaml (Unresolved tag: !b'],
  [
    'a second document',
    'a: 1\n---\na: 2',
    'File is not valid YAML: f.yaml. It has several documents. Remove what follows the second ---.',
  ],
  ['a key that comes twice', 'a: 1\na: 2', 'File is not valid YAML: f.yaml (Map keys must be'],
])('yaml: %s is refused by name', (_, text, message) => {
  expect(() => parseYaml(text, 'f.yaml')).toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
  );
});
