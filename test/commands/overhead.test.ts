import { expect, test } from 'vitest';
import { type OverheadOrder, overheadLoads } from '../../src/commands/overhead/overhead-order.ts';
import { expectRefused } from '../support/assay-in-process.ts';

const UPSTREAM = ['--upstream', '127.0.0.1:0'];

test('overhead: without an upstream there is nothing to compare with', async () => {
  await expectRefused(
    ['overhead'],
    /^assay overhead needs --upstream: .*Add --upstream 127\.0\.0\.1:0/,
  );
});

test.each([
  [['--rates', '50/s,20/s'], /^--rates needs rising rates: 20\/s follows 50\/s/],
  [['--rates', '50'], /^--rates needs a number above 0 and a unit, such as 50\/s; got "50"/],
  [['--duration', '2s'], /^--duration is too short: 2 s in 10 blocks of two sides is 100 ms/],
  [['--blocks', '2'], /^--blocks needs an integer from 5 to 100/],
  [['--slo', 'chat ttft p95 < 1s'], /^Objective is not understood: "chat ttft p95 < 1s"/],
  [['--target', 'container'], /^--upstream cannot be combined with --target container/],
  [['--target', 'htp://x'], /^Invalid address: "htp:\/\/x"/],
])('overhead: %j is reported with exit code 3', async (args, message) => {
  await expectRefused(['overhead', ...UPSTREAM, ...args], message);
});

test('overhead: the steps are one request in flight, large prompts if requested, and each rate', () => {
  const order: OverheadOrder = {
    blocks: 5,
    stepMs: 5000,
    rates: [20, 50],
    largeBodies: false,
    objectives: [],
  };
  const rates = [{ arrivalRate: 20 }, { arrivalRate: 50 }];
  expect(overheadLoads(order)).toEqual([{}, ...rates]);
  expect(overheadLoads({ ...order, largeBodies: true })).toEqual([
    {},
    { promptWords: 15_000 },
    ...rates,
  ]);
});
