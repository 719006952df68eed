import { expect, test } from 'vitest';
import { SeenIds } from '../../../src/conformance/findings/unique-ids.ts';
import { DIFFERENT_IDS, takenForSeen } from './different-ids.ts';

test('seen ids: an id seen before is returned with its first exchange', () => {
  const ids = new SeenIds();

  expect(ids.add('a', 1)).toBeUndefined();
  expect(ids.add('b', 2)).toBeUndefined();
  expect(ids.add('a', 3)).toBe(1);
});

test('seen ids: the last 125 000 ids are remembered and older ones are forgotten', () => {
  const ids = new SeenIds();
  for (let at = 0; at < 375_000; at += 1) ids.add(`id-${at}`, at);

  expect(ids.add('id-250000', -1)).toBe(250_000);
  expect(ids.add('id-1', -1)).toBeUndefined();
});

/** test/deep has a million. */
const DIFFERENT = 200_000;

test.each(DIFFERENT_IDS)(
  'recent ids: no two of many different ids are the same, by %s',
  (_, idOf) => {
    expect(takenForSeen(idOf, DIFFERENT)).toEqual([]);
  },
);
