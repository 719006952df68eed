import { expect, test } from 'vitest';
import { FUZZED } from '../support/fuzz/fuzzed.ts';

const LASTS_MS = 60_000;

test.each(FUZZED)(
  '$name: it behaves as documented, for a minute',
  ({ check }) => {
    const limits = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: LASTS_MS };
    expect(() => check(limits)).not.toThrow();
  },
  2 * LASTS_MS,
);
