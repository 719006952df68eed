import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import type { Comparison } from '../../../src/report/schema/comparison.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { comparisonIn, testFolder } from '../../support/test-folder.ts';
import { measuresAgain } from '../support/measures-again.ts';
import { assay, type CommandRun } from '../support/run-assay.ts';

const folder = await testFolder('compare-load');

test('compare --load: a load without a plan ends when the budget is spent, and is inconclusive', async () => {
  const { address, keys } = await startReference();
  const flags = ['--scenario', 'chat', '--users', '2', '--duration', '12s', '--blocks', '6'];
  const args = ['compare', `a=${address}`, `b=${address}`, '--load', ...flags];
  const run = await assay([...args, '--budget', '30 calls', '--out', join(folder, 'spent')], {
    env: { ASSAY_API_KEY: keys.first },
  });
  expect(run.code, run.stderr).toBe(2);
  expect(run.stderr).toContain('Plan: as many calls under load as the gateway answers');
  expect(run.stdout + run.stderr).toMatch(/budget was spent before the end|nothing was judged/);
});

describe('assay compare --load: two builds, one of which takes 60 ms longer', () => {
  let run: CommandRun;
  let comparison: Comparison;

  measuresAgain(async () => {
    const servers = { before: 20, after: 80 };
    const started = Object.entries(servers).map(([label, ttftMs]) => {
      const server = createReferenceServer({ ttftMs });
      return { label, server };
    });
    const subjects: string[] = [];
    const env: Record<string, string> = {};
    for (const { label, server } of started) {
      subjects.push(`${label}=${(await server.listen()).address}`);
      env[`ASSAY_API_KEY_${label.toUpperCase()}`] = server.keys[0] ?? '';
    }
    const load = ['--scenario', 'chat-stream', '--arrivals', 'constant', '--arrival-rate', '20/s'];
    const blocks = ['--load', '--duration', '5s', '--blocks', '5', '--fail-on', 'worse'];
    const out = join(folder, 'out');
    try {
      run = await assay(['compare', ...subjects, ...blocks, ...load, '--out', out], { env });
    } finally {
      for (const { server } of started) await server.close(0);
    }
    comparison = await comparisonIn(out);
  });

  test('the slower build is worse, and that is exit code 1', () => {
    expect(run.stdout).toContain('after is worse than before');
    expect(run.code).toBe(1);
    expect(comparison.performance).toMatchObject({ method: 'paired-blocks', words: ['worse'] });
    const ttft = comparison.performance?.rows.find(
      ({ metric, statistic }) => metric === 'ttft' && statistic === 'p50',
    );
    expect(ttft).toMatchObject({ operation: 'chat', mode: 'stream', changes: [{ word: 'worse' }] });
    const delta = ttft?.changes[0]?.delta ?? 0;
    expect(delta).toBeGreaterThan(40);
    expect(delta).toBeLessThan(100);
  });

  test('both sides got the same number of requests', () => {
    const errors = comparison.performance?.rows.find(({ metric }) => metric === 'errors');
    const [before, after] = errors?.cells.map(({ observations }) => observations) ?? [];
    expect(before).toBeGreaterThan(50);
    expect(after).toBe(before);
  });
});
