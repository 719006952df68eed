import { expect, test } from 'vitest';
import { breachesOf } from '../hostile/breaches.ts';
import { PAIRS, runPair } from '../hostile/run-all.ts';
import { interruptWorst } from '../system/support/interrupt-worst.ts';
import { WORST_GATEWAYS } from '../system/support/worst-gateways.ts';

test.concurrent.each(PAIRS)(
  'hostile gateways: %s in %s ends in time and within its memory, is named, and leaks nothing',
  async (...pair) => {
    expect(breachesOf(await runPair(pair))).toEqual([]);
  },
  240_000,
);

test.each(Object.keys(WORST_GATEWAYS))(
  'interrupted in the middle of %s, conform ends within 5 s, with a partial report, below 512 MiB',
  { timeout: 120_000 },
  async (name) => {
    const { code, endedAfterMs, peakMib, isPartial } = await interruptWorst(name);
    expect([code, isPartial]).toEqual([130, true]);
    expect(endedAfterMs).toBeLessThan(5000);
    expect(peakMib).toBeGreaterThan(0);
    expect(peakMib).toBeLessThan(512);
  },
);
