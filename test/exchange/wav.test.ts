import { expect, test } from 'vitest';
import { sharedWav, wav } from '../../src/exchange/wav.ts';

test('wav: a shared file is made once, and is the same as one that is not shared', () => {
  const file = sharedWav(5000);
  expect(sharedWav(5000)).toBe(file);
  expect(file).toEqual(wav(5000));
  expect(sharedWav(5001)).toHaveLength(5001);
});
