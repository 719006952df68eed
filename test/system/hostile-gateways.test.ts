import { expect, test } from 'vitest';
import { breachesOf } from '../hostile/breaches.ts';
import { runPair, SAMPLE } from '../hostile/run-all.ts';

test.concurrent.each(SAMPLE)(
  'hostile gateways: %s in %s ends in time and within its memory, is named, and leaks nothing',
  async (...pair) => {
    expect(breachesOf(await runPair(pair))).toEqual([]);
  },
);
