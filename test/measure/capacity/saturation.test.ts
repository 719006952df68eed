import { expect, test } from 'vitest';
import {
  highestSaturation,
  saturatedThroughput,
} from '../../../src/measure/capacity/saturation.ts';

test('saturated throughput: five bursts of eight answers a second are 40 a second', () => {
  const endsMs = Array.from({ length: 200 }, (_, index) => Math.floor(index / 8) * 200);
  expect(saturatedThroughput(endsMs)).toBeCloseTo(40, 1);
});

test('saturated throughput: answers in any order count the same', () => {
  const endsMs = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) * 25);
  expect(saturatedThroughput(endsMs)).toBeCloseTo(40, 6);
});

test('highest saturation: the mean of the rate that completed the most, behind in every run', () => {
  const runs = [
    { arrivalRate: 64, held: false, saturated: 39.6 },
    { arrivalRate: 64, held: false, saturated: 40 },
    { arrivalRate: 128, held: false, saturated: 31 },
    { arrivalRate: 41, held: false, saturated: 41 },
    { arrivalRate: 41, held: false },
  ];
  expect(highestSaturation(runs)).toEqual({ arrivalRate: 64, throughput: 39.8 });
  expect(highestSaturation(runs.slice(4))).toBeUndefined();
});

test('highest saturation: a backlog below a sustained rate was a passing one', () => {
  const passing = { arrivalRate: 256, held: false, saturated: 252.7 };
  const sustained = { arrivalRate: 551, held: true };
  expect(highestSaturation([passing, sustained])).toBeUndefined();
  const real = { arrivalRate: 700, held: false, saturated: 560 };
  expect(highestSaturation([passing, sustained, real])).toEqual({
    arrivalRate: 700,
    throughput: 560,
  });
});

test.each([
  ['fewer than twenty answers', [1, 2, 3]],
  ['answers at one moment', Array.from({ length: 30 }, () => 5)],
])('saturated throughput: %s is unknown', (_, endsMs) => {
  expect(saturatedThroughput(endsMs)).toBeUndefined();
});
