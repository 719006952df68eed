import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { assay } from '../../support/assay-in-process.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = await testFolder('compare-spending');

const KEYS = ['first_live_key', 'second_live_key'] as const;

/** Runs a command against reference gateways, and counts the effects that they had. */
async function run(count: number, argsOf: (addresses: readonly string[]) => readonly string[]) {
  const servers = Array.from({ length: count }, () => createReferenceServer({ keys: KEYS }));
  const addresses: string[] = [];
  for (const server of servers) addresses.push((await server.listen()).address);
  const out = await mkdtemp(join(folder, 'out-'));
  try {
    const ended = await assay([...argsOf(addresses), '--out', out], {
      env: { ASSAY_API_KEY: KEYS[0] },
      cwd: folder,
    });
    const effects = await Promise.all(addresses.map(effectsOf));
    return { ...ended, effects: effects.reduce((sum, each) => sum + each, 0), out };
  } finally {
    for (const server of servers) await server.close(0);
  }
}

async function effectsOf(address: string): Promise<number> {
  const ledger = await fetch(`${address}/__effects`, {
    headers: { authorization: `Bearer ${KEYS[0]}` },
  });
  return z.object({ effects: z.number() }).parse(await ledger.json()).effects;
}

const LOAD = ['--load', '--scenario', 'chat', '--arrival-rate', '20/s', '--duration', '60s'];

test('compare --load: the plan has the calls of all gateways, and nothing is sent beyond the budget', async () => {
  const { code, stderr, effects } = await run(2, ([a = '', b = '']) => [
    'compare',
    `a=${a}`,
    `b=${b}`,
    ...LOAD,
    '--budget',
    '100 calls',
  ]);
  expect(code, stderr).toBe(3);
  // 1 200 arrivals and 2 s of warm-up for each, and one chat to find out whether it is offered.
  expect(stderr).toMatch(/Plan: about 2482 billable calls: 2482 chats|Plan: about 2 482 billable/);
  expect(stderr.replaceAll('\n', ' ')).toContain('Plan exceeds the budget of 100 calls');
  expect(effects).toBe(0);
});

test('compare: a plan of conformance and behaviours that exceeds the budget is refused', async () => {
  const { code, stderr, effects } = await run(2, ([a = '', b = '']) => [
    'compare',
    `a=${a}`,
    `b=${b}`,
    '--budget',
    '20 calls',
  ]);
  expect(code, stderr).toBe(3);
  expect(stderr.replaceAll('\n', ' ')).toContain('Plan exceeds the budget of 20 calls');
  expect(effects).toBe(0);
});

test('describe: the plan is shown, and a budget below it is refused', async () => {
  const { code, stderr, effects } = await run(1, ([target = '']) => [
    'describe',
    '--target',
    target,
    '--budget',
    '5 calls',
  ]);
  expect(code, stderr).toBe(3);
  expect(stderr).toMatch(/^Plan: about \d+ billable calls: /m);
  expect(effects).toBe(0);
});

test('describe: what it spends is about what its plan says', async () => {
  const { code, stderr, effects, out } = await run(1, ([target = '']) => [
    'describe',
    '--target',
    target,
    '--budget',
    '400 calls',
  ]);
  expect(code, stderr).toBe(0);
  const planned = Number(/about (\d+) billable/.exec(stderr)?.[1]);
  expect(effects).toBeGreaterThan(planned * 0.7);
  expect(effects).toBeLessThanOrEqual(planned * 1.3);
  expect(await readdir(out)).toContain('behaviour.json');
});
