import { expect, test } from 'vitest';
import { denotesInteger, numberToken, writtenAsInteger } from '../../src/contract/raw-number.ts';

test.each([
  ['{"a":1.0}', ['a'], '1.0'],
  ['{"a":[{"b":2e3}]}', ['a', 0, 'b'], '2e3'],
  ['-7', [], '-7'],
  ['{"a":"1"}', ['a'], undefined],
  ['{"a":1}', ['b'], undefined],
  ['{"a":1}', ['a', 'source'], undefined],
  ['{"a":', ['a'], undefined],
] as const)('number token: of %s at %j is %s', (text, path, token) => {
  expect(numberToken(text, path)).toBe(token);
});

test('number token: a body nested a million deep has none', () => {
  expect(numberToken('['.repeat(1e6) + ']'.repeat(1e6), [0])).toBeUndefined();
});

test.each([
  ['0', true, true],
  ['-12', true, true],
  ['1700000000', true, true],
  ['1700000000.0', true, false],
  ['1.50e1', true, false],
  ['100e-2', true, false],
  ['0.0e-9', true, false],
  ['1e400', true, false],
  ['42.5', false, false],
  ['1e-1', false, false],
  ['9007199254740993.5', false, false],
  ['', false, false],
])('number token: %s denotes an integer: %s, is written as one: %s', (token, denotes, written) => {
  expect(denotesInteger(token)).toBe(denotes);
  expect(writtenAsInteger(token)).toBe(written);
});
