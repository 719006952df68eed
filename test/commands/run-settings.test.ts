import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createReferenceServer } from '../../reference-server/server.ts';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { assay } from '../support/assay-in-process.ts';

const TOKEN = 'team-token-0123456789abcdef';

test('settings: every report has the file, its digest, and the settings of file and flags, without keys', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-settings-'));
  context.onTestFinished(() => rm(folder, { recursive: true }));
  const server = createReferenceServer();
  context.onTestFinished(() => server.close(0));
  const { address } = await server.listen();
  const [ASSAY_API_KEY] = server.keys;
  const config = join(folder, 'gateway.yaml');
  await writeFile(
    config,
    `target: ${address}\nheaders: {X-Team-Token: ${TOKEN}, X-Team: qa}\nworkload: {duration: 5s}\n`,
  );
  const out = join(folder, 'out');
  const rule = ['--rule', 'chat-choices-shape', '--seed', '7'];
  const run = await assay(['conform', '--config', config, '--out', out, ...rule], {
    env: { ASSAY_API_KEY },
  });
  expect(run.code, run.stderr).toBe(0);
  const files = ['report.json', 'report.html', 'summary.md'];
  const [json = '', html = '', markdown = ''] = await Promise.all(
    files.map((name) => readFile(join(out, name), 'utf8')),
  );
  const { settings, configuration, repro } = RunReportSchema.parse(JSON.parse(json));
  expect(settings).toMatchObject({
    target: address,
    profile: 'reference',
    headers: { 'x-team': 'qa' },
    workload: { duration: '5s', seed: 7 },
  });
  const digest = configuration?.sha256.slice(0, 12) ?? 'none';
  for (const text of [run.stdout, html, markdown]) expect(text).toContain(digest);
  expect(repro).toContain(`--config ${config}`);
  expect(parse(/```yaml\n(.*?)\n```/s.exec(markdown)?.[1] ?? '')).toEqual(settings);
  expect(html).toContain('Settings of this run, as assay.yaml');
  for (const text of [json, html, markdown, run.stdout]) {
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(ASSAY_API_KEY);
  }
});
