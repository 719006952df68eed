import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Histogram } from '../../src/measure/histogram.ts';

const durationsMs = fc.array(fc.double({ min: 0.001, max: 3_600_000, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

function exact(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? Number.NaN;
}

test('histogram: any percentile of any durations is within 0.1 % of the exact one', () => {
  fc.assert(
    fc.property(durationsMs, fc.integer({ min: 1, max: 100 }), (values, percent) => {
      const histogram = new Histogram();
      for (const ms of values) histogram.add(ms);
      const wanted = exact(
        values.toSorted((a, b) => a - b),
        percent,
      );
      const found = histogram.percentile(percent) ?? Number.NaN;
      expect(Math.abs(found - wanted) / wanted).toBeLessThanOrEqual(0.001 + 1e-9);
    }),
  );
});

test('histogram: two merged are the same as one that saw all', () => {
  fc.assert(
    fc.property(durationsMs, durationsMs, (left, right) => {
      const [one, other, whole] = [new Histogram(), new Histogram(), new Histogram()];
      for (const ms of left) one.add(ms);
      for (const ms of right) other.add(ms);
      for (const ms of [...left, ...right]) whole.add(ms);
      one.merge(other);
      expect(one.percentiles()).toEqual(whole.percentiles());
      expect(one.count).toBe(whole.count);
    }),
  );
});

test('histogram: the maximum is exact to the microsecond', () => {
  const histogram = new Histogram();
  for (const ms of [1.5, 812.345678, 3]) histogram.add(ms);
  expect(histogram.percentiles()?.max).toBe(812.346);
});

test('histogram: an empty histogram has no percentiles', () => {
  expect(new Histogram().percentiles()).toBeUndefined();
});

test('histogram: the mean is exact, and undefined when empty', () => {
  const histogram = new Histogram();
  expect(histogram.mean).toBeUndefined();
  for (const ms of [1, 2, 6]) histogram.add(ms);
  expect(histogram.mean).toBe(3);
  expect(histogram.percentiles()?.mean).toBe(3);
});
