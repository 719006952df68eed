import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assay } from './run-assay.ts';

const CHAT = ['load', '--scenario', 'chat', '--duration', '3s'];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-k6-out-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test("load: k6's own outputs are written beside the report", async () => {
  const outputs = ['json=samples.json', 'csv=samples.csv', DASHBOARD];
  const flags = outputs.flatMap((output) => ['--k6-out', output]);
  const run = await assay([...CHAT, ...flags, '--out', 'report'], { cwd: folder });
  expect(run.code).toBe(0);
  const written = (file: string) => readFile(join(folder, file), 'utf8');
  const samples = await written('samples.json');
  expect(samples).toContain('"metric":"gw_e2e"');
  expect(samples).not.toMatch(/_live_/);
  expect(await written('samples.csv')).toMatch(/^metric_name,timestamp,/);
  expect(await written('dashboard.html')).toMatch(/^<!DOCTYPE html>/i);
  expect(await written('report/report.json')).toContain('"chat"');
});

const DASHBOARD = 'web-dashboard=port=-1&period=1s&export=dashboard.html';

test('load: an output that k6 does not have is a sentence and exit code 3', async () => {
  const run = await assay([...CHAT, '--k6-out', 'jsn=samples.json'], { cwd: folder });
  expect(run.stdout).toContain("invalid output type 'jsn', available types are:");
  expect(run.code).toBe(3);
});
