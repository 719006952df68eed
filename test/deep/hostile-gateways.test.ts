import { expect, test } from 'vitest';
import { breachesOf } from '../hostile/breaches.ts';
import { PAIRS, runPair } from '../hostile/run-all.ts';

test.concurrent.each(PAIRS)(
  'hostile gateways: %s in %s ends in time and within its memory, is named, and leaks nothing',
  async (...pair) => {
    expect(breachesOf(await runPair(pair))).toEqual([]);
  },
  240_000,
);
