import { describe, expect, test } from 'vitest';
import { seeded } from '../../../src/input/seeded.ts';
import {
  type OverheadFigure,
  overheadFigures,
} from '../../../src/measure/overhead/overhead-figures.ts';
import { OverheadRound, type RoundPair } from '../../../src/measure/overhead/overhead-round.ts';

const DIRECT_MS = 10;
const ADDED_MS = 3;

/** Blocks of streams, where the machine slows down by a tenth from each block to the next. */
function blocks(count: number, requests: number, isPaired = true): readonly RoundPair[] {
  const random = seeded(1);
  return Array.from({ length: count }, (_, place) => {
    const slowMs = isPaired ? place : 0;
    const pair = { floor: new OverheadRound(), through: new OverheadRound() };
    for (let request = 0; request < requests; request += 1) {
      const noise = (): number => random() * 0.4;
      pair.floor.times.stream.ttft.add(DIRECT_MS + slowMs + noise());
      pair.through.times.stream.ttft.add(DIRECT_MS + slowMs + ADDED_MS + noise());
    }
    return pair;
  });
}

function only(figures: readonly OverheadFigure[]): OverheadFigure {
  expect(figures).toHaveLength(1);
  const [figure] = figures;
  if (figure === undefined) throw new Error('no figure');
  return figure;
}

describe('overhead figures', () => {
  test('the interval contains what the gateway adds, although the machine gets slower', () => {
    const figure = only(overheadFigures(blocks(10, 100)));
    expect(figure).toMatchObject({ mode: 'stream', metric: 'ttft', method: 'difference' });
    expect(figure.percentiles.map(({ percent }) => percent)).toEqual([50, 90, 99]);
    for (const { overheadMs, interval } of figure.percentiles) {
      expect(overheadMs).toBeCloseTo(ADDED_MS, 0);
      expect(interval?.low).toBeLessThan(ADDED_MS + 0.1);
      expect(interval?.high).toBeGreaterThan(ADDED_MS - 0.1);
      expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeLessThan(1.5);
    }
  });

  test.each([0.1, 0.103, 0.106, 0.109])(
    'an overhead of %s ms is found to 0.003 ms, although a bucket of the latencies is 0.014 ms wide',
    (addedMs) => {
      const random = seeded(2);
      const pairs = Array.from({ length: 10 }, () => {
        const pair = { floor: new OverheadRound(), through: new OverheadRound() };
        for (let request = 0; request < 200; request += 1) {
          const directMs = 6.74 + random() * 0.1;
          pair.floor.times.body.e2e.add(directMs);
          pair.through.times.body.e2e.add(directMs + addedMs);
        }
        return pair;
      });
      const [median] = only(overheadFigures(pairs)).percentiles;
      expect(Math.abs((median?.overheadMs ?? 0) - addedMs)).toBeLessThan(0.003);
      expect(median?.interval?.low).toBeLessThan(addedMs);
      expect(median?.interval?.high).toBeGreaterThan(addedMs);
    },
  );

  test('a percentile that too few requests carry is absent', () => {
    const figure = only(overheadFigures(blocks(10, 15)));
    expect(figure.percentiles.map(({ percent }) => percent)).toEqual([50, 90]);
    expect(figure.observations).toEqual({ floor: 150, through: 150 });
  });

  test('fewer than five pairs of blocks give no interval', () => {
    const figure = only(overheadFigures(blocks(4, 300)));
    expect(figure.percentiles.map(({ interval }) => interval)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('without blocks there are no figures', () => {
    expect(overheadFigures([])).toEqual([]);
  });
});
