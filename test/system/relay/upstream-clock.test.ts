import { afterEach, expect, test, vi } from 'vitest';
import { gapBetween, originNow } from '../../../src/exchange/upstream/origin.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

test('upstream: once it has started, its times can be compared with those of Assay', async () => {
  const upstream = await startUpstream({ first: 'sk-assay-3f9c' });
  try {
    expect(gapBetween(originNow(), upstream.origin).isExact).toBe(true);
  } finally {
    await upstream.stop();
  }
});

test('upstream: a wall clock that was set since Assay started does not separate the clocks of both ends', async () => {
  const upstream = await startUpstream({ first: 'sk-assay-3f9c' });
  try {
    const before = gapBetween(originNow(), upstream.origin);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
    const after = gapBetween(originNow(), upstream.origin);
    expect([before.isExact, after.isExact]).toEqual([true, true]);
    expect(after.ms).toBeLessThanOrEqual(before.ms);
  } finally {
    await upstream.stop();
  }
});
