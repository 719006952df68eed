import { expect, test } from 'vitest';
import { FUZZED } from './support/fuzz/fuzzed.ts';

/** A sample: `test/deep/fuzz.test.ts` takes a minute for each. */
test.each(FUZZED)('$name: does what is documented', ({ check, runs }) => {
  expect(() => check({ numRuns: runs })).not.toThrow();
});
