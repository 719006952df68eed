import { describe, expect, test } from 'vitest';
import { seeded } from '../../../src/input/seeded.ts';
import {
  type OverheadSides,
  overheadFigures,
} from '../../../src/measure/overhead/overhead-figures.ts';
import { Sample } from '../../../src/measure/sample.ts';

const DIRECT_MS = 10;
const ADDED_MS = 3;

/** The blocks of both sides, each filled by a function of its place. */
function sidesOf(
  mode: 'body' | 'stream',
  count: number,
  fill: (floor: Sample, through: Sample, place: number) => void,
): OverheadSides {
  const [floor, through] = [0, 0].map(() => Array.from({ length: count }, () => new Sample()));
  for (const [place, sample] of (floor ?? []).entries()) {
    fill(sample, through?.[place] ?? sample, place);
  }
  const side = (samples: readonly Sample[] = []) =>
    new Map([['chat', new Map([[mode, samples] as const])]]);
  return { floor: side(floor), through: side(through) };
}

/** Blocks of streams, where the machine slows down from each block to the next. */
function blocks(count: number, requests: number): OverheadSides {
  const random = seeded(1);
  const noise = (): number => random() * 0.4;
  return sidesOf('stream', count, (floor, through, place) => {
    for (let request = 0; request < requests; request += 1) {
      floor.ttftFromSend.add(DIRECT_MS + place + noise());
      through.ttftFromSend.add(DIRECT_MS + place + ADDED_MS + noise());
    }
  });
}

describe('overhead figures', () => {
  test('the interval contains what the gateway adds, although the machine gets slower', () => {
    const figures = overheadFigures(blocks(10, 100));
    expect(figures.map(({ mode, metric, statistic }) => [mode, metric, statistic])).toEqual([
      ['stream', 'ttft', 'p50'],
      ['stream', 'ttft', 'p90'],
      ['stream', 'ttft', 'p99'],
    ]);
    for (const { delta, interval } of figures.flatMap(({ changes }) => changes)) {
      expect(delta).toBeCloseTo(ADDED_MS, 0);
      expect(interval?.low).toBeLessThan(ADDED_MS + 0.1);
      expect(interval?.high).toBeGreaterThan(ADDED_MS - 0.1);
      expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeLessThan(1.5);
    }
  });

  test.each([0.1, 0.103, 0.106, 0.109])(
    'an overhead of %s ms is found to 0.003 ms, although a bucket of the latencies is 0.014 ms wide',
    (addedMs) => {
      const random = seeded(2);
      const sides = sidesOf('body', 10, (floor, through) => {
        for (let request = 0; request < 200; request += 1) {
          const directMs = 6.74 + random() * 0.1;
          floor.e2eFromSend.add(directMs);
          through.e2eFromSend.add(directMs + addedMs);
        }
      });
      const median = overheadFigures(sides)[0]?.changes[0];
      expect(Math.abs((median?.delta ?? 0) - addedMs)).toBeLessThan(0.003);
      expect(median?.interval?.low).toBeLessThan(addedMs);
      expect(median?.interval?.high).toBeGreaterThan(addedMs);
    },
  );

  test('a percentile that too few requests carry is absent', () => {
    const figures = overheadFigures(blocks(10, 15));
    expect(figures.map(({ statistic }) => statistic)).toEqual(['p50', 'p90']);
    expect(figures[0]?.cells[1]?.observations).toBe(150);
  });

  test('fewer than five pairs of blocks give no interval', () => {
    const figures = overheadFigures(blocks(4, 300));
    expect(figures).toHaveLength(3);
    for (const { changes } of figures) expect(changes[0]?.interval).toBeNull();
  });

  test('without blocks there are no figures', () => {
    expect(overheadFigures(blocks(0, 0))).toEqual([]);
  });
});
