import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startReference } from '../../support/reference-gateway.ts';
import { testFolder, writerIn } from '../../support/test-folder.ts';
import { freePort } from '../support/free-port.ts';
import { assay } from '../support/run-assay.ts';

const DASHBOARD = join(import.meta.dirname, '..', '..', '..', 'examples', 'grafana-dashboard.json');
/** The package of Debian. */
const PROMETHEUS = 'prometheus';
const START_MS = 30_000;
const FAULT = 'cs-chunk-after-done';

const folder = await testFolder('grafana-dashboard');
const write = writerIn(folder);

const DashboardSchema = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});
const AnswerSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])) })),
  }),
});

/** The address of a Prometheus that takes remote writes, until the test has finished. */
async function startPrometheus(): Promise<string> {
  const host = `127.0.0.1:${await freePort()}`;
  const file = await write('prometheus.yml', 'global: {}\n');
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${host}`,
      '--web.enable-remote-write-receiver',
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const deadlineMs = performance.now() + START_MS;
  const isReady = () =>
    fetch(`http://${host}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (performance.now() > deadlineMs) throw new Error('Prometheus does not answer.');
    await wait(100);
  }
  return `http://${host}`;
}

/** The samples of a query of a panel since a time, in s. */
async function samplesOf(prometheus: string, expr: string, since: number): Promise<string[]> {
  const query = expr.replaceAll('$scenario', '.*').replaceAll('$__rate_interval', '5s');
  const range = { start: String(since), end: String(Date.now() / 1000), step: '1' };
  const parameters = new URLSearchParams({ query, ...range });
  const response = await fetch(`${prometheus}/api/v1/query_range?${parameters}`);
  const { data } = AnswerSchema.parse(await response.json());
  return data.result.flatMap(({ values }) => values.map(([, value]) => value));
}

test('examples: each query of the Grafana dashboard finds samples of a load in Prometheus', async ({
  skip,
}) => {
  const version = promisify(execFile)(PROMETHEUS, ['--version']);
  if (
    await version.then(
      () => false,
      () => true,
    )
  )
    skip('prometheus is not installed.');
  const prometheus = await startPrometheus();
  const gateway = await startReference({ faults: [FAULT] });
  const since = Date.now() / 1000;
  const words = ['load', '--target', gateway.address, '--profile', 'reference', '--duration', '6s'];
  const run = await assay([...words, '--k6-out', 'experimental-prometheus-rw'], {
    cwd: folder,
    env: {
      ...gateway.env,
      K6_PROMETHEUS_RW_SERVER_URL: `${prometheus}/api/v1/write`,
      K6_PROMETHEUS_RW_TREND_STATS: 'p(50),p(95),p(99)',
      K6_PROMETHEUS_RW_PUSH_INTERVAL: '1s',
    },
  });
  expect(run.code, run.stderr).toBe(1);
  const { panels } = DashboardSchema.parse(JSON.parse(await readFile(DASHBOARD, 'utf8')));
  const queries = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr })),
  );
  expect(queries.length).toBeGreaterThan(15);
  for (const { title, expr } of queries) {
    const samples = await samplesOf(prometheus, expr, since);
    const numbers = samples.filter((sample) => Number.isFinite(Number(sample)));
    expect(numbers.length, `${title}: ${expr}`).toBeGreaterThan(0);
  }
});
