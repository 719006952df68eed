import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('arrivals');

beforeAll(async () => {
  await writeFile(
    join(folder, 'azure.csv'),
    `TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:15:46.6805900,30,4
2023-11-16 18:15:46.9805900,12,3
2023-11-16 18:15:47.1805900,20,0
`,
  );
});

test.concurrent('assay load: an Azure trace is replayed as it is', async () => {
  const out = join(folder, 'traced');
  const load = ['load', '--scenario', 'chat', '--trace', 'azure.csv', '--out', out];
  const replay = await assay(load, { cwd: folder });
  expect(replay.code).toBe(0);
  const report = await reportIn(out);
  expect(report.load).toMatchObject({ exchanges: 3, model: 'open' });
  expect(report.load?.health).toMatchObject({ scheduled: 3, started: 3 });
});

test.concurrent('assay load: a closed model is reported as one', async () => {
  const out = join(folder, 'closed');
  const args = ['load', '--scenario', 'chat', '--users', '3', '--think', '50ms'];
  const run = await assay([...args, '--duration', '1s', '--verbose', '--out', out]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(
    /Closed model, in which each user waits for a response before the next request/,
  );
  expect((await reportIn(out)).load).toMatchObject({ model: 'closed', health: { notStarted: 0 } });
});

test.concurrent('assay load: a rate above that of any generator is inconclusive, with reason and remedy', async () => {
  const out = join(folder, 'beyond');
  const args = ['load', '--scenario', 'chat', '--arrival-rate', '14000/s', '--duration', '3s'];
  const run = await assay([...args, '--out', out]);
  expect(run.code).toBe(2);
  const report = await reportIn(out);
  expect(report.outcome).toBe('inconclusive');
  expect(report.reasons[0]).toMatch(
    /^The load generator could not keep up: [\d ]+ of [\d ]+ arrivals could not start before the end\. Raise inFlight \(--in-flight\), lower the arrival rate, or give the generator more cores(, for example .*"assay load --judge after".*)?\.$/,
  );
  const { scheduled = 0, started = 0, notStarted } = report.load?.health ?? {};
  expect(scheduled).toBeGreaterThan(39_000);
  expect(scheduled).toBeLessThan(45_000);
  expect(notStarted).toBe(scheduled - started);
  expect(report.load?.exchanges).toBe(started);
  expect(report.slo.map(({ met }) => met)).toEqual([null]);
});
