import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { OwnStalls } from '../../../src/conformance/sending/own-stalls.ts';
import { stall } from '../../support/stall.ts';

function kept(stalls: OwnStalls, fromMs: number, toMs: number): boolean | undefined {
  let trusted: boolean | undefined;
  stalls.when({ fromMs, toMs }, 0, (answer) => {
    trusted = answer;
  });
  return trusted;
}

test('own stalls: only a span in which the process stalled is not trusted', async () => {
  const stalls = new OwnStalls(() => performance.now());
  onTestFinished(() => stalls.stop());
  await sleep(40);
  const fromMs = performance.now();
  stall(400);
  const toMs = performance.now();
  expect(kept(stalls, fromMs, toMs)).toBe(false);
  await sleep(40);
  expect(kept(stalls, fromMs - 100, toMs + 100)).toBe(false);
  expect(kept(stalls, fromMs - 1000, fromMs - 500)).toBe(true);
});

test('own stalls: a short stall in a long span does not matter', async () => {
  const stalls = new OwnStalls(() => performance.now());
  onTestFinished(() => stalls.stop());
  await sleep(40);
  const fromMs = performance.now();
  stall(150);
  await sleep(40);
  expect(kept(stalls, fromMs, fromMs + 10_000)).toBe(true);
});
