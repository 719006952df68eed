import { expect, test } from 'vitest';
import { FUZZED } from './support/fuzz/fuzzed.ts';

/** A short sample: `test/deep/fuzz.test.ts` runs each for a minute. */
test.each(FUZZED)('$name: does what is documented', ({ check, runs }) => {
  expect(() => check({ numRuns: runs })).not.toThrow();
});
