import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startReference, withReference } from '../../support/reference-gateway.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { quickProfile } from '../support/quick-profile.ts';
import { assay } from '../support/run-assay.ts';

/** Short, but with several requests of every scenario. */
const SHORT = ['--duration', '6s', '--arrival-rate', '15/s'];

const folder = await testFolder('gate');

/** How many streams the gateway has begun. */
async function streamsAt(address: string): Promise<number> {
  const clock = await fetch(`${address}/__clock`);
  return Number(/"streams":(\d+)/.exec(await clock.text())?.[1]);
}

test.concurrent.each([
  ['cs-chunk-after-done', 'chat-stream-done-once-last', ['--area', 'chat-stream']],
  ['idem-check-then-set', 'idempotency-concurrent-one-effect', ['--area', 'idempotency']],
])('gate: %s is found in conformance and under load, exit code 1', async (fault, rule, rules) => {
  const out = join(folder, fault);
  await withReference({ faults: [fault] }, async ({ address, env, keys: { first, second } }) => {
    const profile = await quickProfile(folder);
    const order = ['gate', '--target', address, '--profile', profile, ...SHORT, ...rules];
    const run = await assay([...order, '--out', out], { env });
    expect(run.code).toBe(1);
    const report = await reportIn(out);
    const result = report.rules.find(({ id }) => id === rule);
    expect(result?.verdict).toBe('fail');
    expect(result?.conformance?.findings).toBeGreaterThan(0);
    expect(report.load?.violations.map((violation) => violation.rule)).toContain(rule);
    const texts = await Promise.all(
      (await readdir(out)).map((file) => readFile(join(out, file), 'utf8')),
    );
    for (const text of [...texts, run.stdout, run.stderr]) {
      expect(text.includes(first) || text.includes(second)).toBe(false);
    }
  });
});

test.concurrent('gate: under load too, keys that are ignored are judged by one rule only', async () => {
  const out = join(folder, 'ignored');
  const config = join(folder, 'ignored.yaml');
  await writeFile(config, 'idempotency: unknown\n');
  await withReference({ faults: ['idem-ignored'] }, async ({ address, env }) => {
    const profile = await quickProfile(folder);
    const order = ['gate', '--target', address, '--config', config, '--profile', profile, ...SHORT];
    const run = await assay([...order, '--area', 'idempotency', '--out', out], { env });
    expect(run.code).toBe(1);
  });
  const { rules, load } = await reportIn(out);
  const failed = rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
  expect(failed).toEqual(['idempotency-every-billable-post']);
  expect(load?.violations).toEqual([]);
});

test.concurrent('gate: a target that closes every connection is reported with exit code 2', async (context) => {
  const { origin } = await serveInTest((socket) => socket.destroy(), context);
  const run = await assay(['gate', '--target', origin], {
    env: { ASSAY_API_KEY: 'k_live_1234567' },
  });
  expect(run.stderr).toMatch(/^Target closed the connection without a response: http:/);
  expect(run.code).toBe(2);
});

test.concurrent('conform: a target that is gone half-way leaves a partial report and exit code 2', async (context) => {
  const out = join(folder, 'dies');
  const { address, env, stop } = await startReference({}, context);
  const running = assay(['conform', '--target', address, '--out', out], { env });
  while ((await streamsAt(address)) < 3) await wait(20);
  await stop();
  const run = await running;
  const report = await reportIn(out);
  expect(report.reasons[0]).toContain(`The target no longer responds: ${address}.`);
  expect(report.partial).toBe(true);
  expect(report.outcome).toBe('inconclusive');
  expect(run.code).toBe(2);
});
