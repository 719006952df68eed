import { expect, test } from 'vitest';
import { denotesInteger, numberToken } from '../../src/contract/raw-number.ts';

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
