import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { LoadMeasure } from '../../src/measure/load-measure.ts';
import { parseObjective } from '../../src/measure/objective.ts';
import { exchange } from './exchange-builder.ts';

function comply(objective: string, exchanges: readonly Exchange[]) {
  const measure = new LoadMeasure([parseObjective(objective)], []);
  for (const seen of exchanges) measure.add(seen);
  return measure.compliance()[0];
}

function lasting(...durations: number[]): Exchange[] {
  return durations.map((endMs) => exchange({ timing: { endMs } }));
}

test('compliance: a percentile within its bound is met', () => {
  expect(comply('chat e2e p50 < 100ms', lasting(10, 20, 200))).toMatchObject({ met: true });
});

test('compliance: a percentile beyond its bound is missed, with what was measured', () => {
  const result = comply('chat e2e p50 < 100ms', lasting(10, 200, 300));
  expect(result?.met).toBe(false);
  expect(result?.measured).toBeCloseTo(200, 0);
});

test('compliance: waiting of the generator counts as latency', () => {
  const late = exchange({ timing: { intendedMs: 0, sendMs: 500, endMs: 510 } });
  expect(comply('chat e2e max < 100ms', [late])).toMatchObject({ met: false });
});

test('compliance: a request cut after it had passed the bound is missed', () => {
  const cut = exchange({ outcome: 'cut-by-end', timing: { endMs: 5000 } });
  expect(comply('chat e2e max < 1s', [...lasting(10), cut])).toMatchObject({
    met: false,
    reason: '1 requests had passed the bound when the run ended',
  });
});

test('compliance: a request cut before the bound says nothing', () => {
  const cut = exchange({ outcome: 'cut-by-end', timing: { endMs: 500 } });
  expect(comply('chat e2e max < 1s', [...lasting(10), cut])).toMatchObject({ met: true });
});

test('compliance: 429s are no errors', () => {
  const throttled = exchange({ status: 429 });
  expect(comply('all errors <= 0%', [...lasting(10), throttled])).toMatchObject({ met: true });
});

test('compliance: another operation is not counted', () => {
  const slow = exchange({ operation: 'images', timing: { endMs: 9000 } });
  expect(comply('chat e2e max < 1s', [...lasting(10), slow])).toMatchObject({ met: true });
});

test('compliance: nothing measured is neither met nor missed', () => {
  expect(comply('images e2e p50 < 1s', lasting(10))).toMatchObject({ met: null });
});
