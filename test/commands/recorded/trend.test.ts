import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { json } from '../../../src/report/formats/json.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { gatesByDay, interruptedGate, passingGate } from '../../report/sample-report.ts';
import { sheetOf } from '../../report/sample-sheet.ts';
import { assay, expectRefused } from '../../support/assay-in-process.ts';
import { folderOfTest } from '../../support/test-folder.ts';

const RUNS = 'reports/runs';

async function write(cwd: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(cwd, file)), { recursive: true });
  await writeFile(join(cwd, file), text);
}

/** A folder with these reports where runs write them. */
async function folderWith(reports: readonly RunReport[]): Promise<string> {
  const cwd = await folderOfTest('trend');
  for (const report of reports) {
    const moment = report.startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
    await write(cwd, `${RUNS}/${moment}-${report.command}/report.json`, json.render(report));
  }
  return cwd;
}

test('assay trend: what changed with which build stands first, in the terminal and each file', async () => {
  const cwd = await folderWith(gatesByDay({ count: 20, slowerFrom: 14, failing: [9, 10] }));
  const run = await assay('trend', { cwd });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(
    /^3 changes in 20 runs\.\nbuild v14 of 2026-11-15 10:00 UTC: worse: chat: TTFT\s+p95 [\d.]+ ms → [\d.]+ ms \(\+\d\d %\)/,
  );
  expect(run.stdout).toMatch(
    /build v9 of 2026-11-10 10:00 UTC: begins to fail:\s+chat-created-integer,/,
  );
  expect(run.stdout).toMatch(/build v11 of 2026-11-12 10:00 UTC: no longer fails:\s+chat-created-/);
  expect(run.stdout).toMatch(/required rules that failed +0 {2}−3 with v11 +▁{9}██▁{9}\n/);
  expect(run.stdout).toMatch(/\n {2}report +reports\/runs\/trend\.html\n$/);
  const files = (await readdir(join(cwd, RUNS))).filter((name) => name.startsWith('trend.'));
  expect(files).toEqual(['trend.html', 'trend.json', 'trend.md']);
  const markdown = await readFile(join(cwd, RUNS, 'trend.md'), 'utf8');
  expect(markdown).toContain('- build v14 of 2026-11-15 10:00 UTC: worse: chat: TTFT p95 ');
  const trend: unknown = JSON.parse(await readFile(join(cwd, RUNS, 'trend.json'), 'utf8'));
  expect(trend).toMatchObject({ trendVersion: 1, series: [{ apart: [], runs: { length: 20 } }] });
});

test('assay trend: few runs are named as too few, and nothing is guessed', async () => {
  const cwd = await folderWith(gatesByDay({ count: 11, slowerFrom: 6 }));
  const run = await assay('trend', { cwd });
  expect(run.stdout).toMatch(/^No change in 11 runs, too few for (\d+) of \1 figures\.\n/);
  expect(run.stdout).toMatch(/chat: TTFT p95 +\d+\.\d ms {2}too few runs {2}/);
  expect(run.stdout).not.toMatch(/worse|better/);
});

test('assay trend: a long name of a build is whole beside the change, and short in the table', async () => {
  const label = 'release-2026.11.27-candidate-4';
  const reports = gatesByDay({ count: 14, slowerFrom: 8 }).map((one) => ({ ...one, label }));
  const { stdout } = await assay('trend', { cwd: await folderWith(reports) });
  expect(stdout).toContain(`build ${label} of 2026-11-09 10:00 UTC: worse: chat: TTFT p95`);
  expect(stdout).toMatch(/chat: TTFT p95 +\d+\.?\d* ms {2}\+\d+ % with release-2… +▆+█+\n/);
});

test('assay trend: --out and --format write one file elsewhere, from any folder below', async () => {
  const cwd = await folderWith(gatesByDay({ count: 2 }));
  await cp(join(cwd, RUNS), join(cwd, 'downloaded/artifacts/a'), { recursive: true });
  const words = 'trend downloaded --format markdown --out reports/trend';
  expect(await assay(words, { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(join(cwd, 'reports/trend'))).toEqual(['trend.md']);
  expect(await readdir(join(cwd, 'downloaded'))).toEqual(['artifacts']);
});

test('assay trend: reports that cannot be used are named, and the others are shown', async () => {
  const cwd = await folderWith([...gatesByDay({ count: 2 }), interruptedGate()]);
  const old = { ...passingGate(), schemaVersion: 3 };
  await write(cwd, 'reports/other/old/report.json', JSON.stringify(old));
  await write(cwd, 'reports/other/cut/report.json', '{"schemaVersion":4,');
  await write(cwd, 'reports/other/sheet/report.json', JSON.stringify(sheetOf({})));
  await write(cwd, 'reports/other/json/report.json', '[1]');
  await write(
    cwd,
    'reports/other/copy/report.json',
    json.render(gatesByDay({ count: 1 })[0] ?? passingGate()),
  );
  await symlink('runs', join(cwd, 'reports/latest'));
  const run = await assay('trend reports', { cwd });
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^No change in 2 runs, too few for/);
  const notes = run.stdout.slice(run.stdout.indexOf('Not included (6)')).replaceAll(/\s+/g, ' ');
  for (const note of [
    'Run report has schema version 3, but this version of Assay reads 4: reports/other/old/',
    'File is not valid JSON: reports/other/cut/report.json.',
    'File is not a run report: reports/other/sheet/report.json.',
    'File is neither a run report nor a behaviour sheet: reports/other/json/report.json.',
    'The run was cut short, or failed: reports/runs/2026-11-21-104847-gate/report.json.',
    'Report of the same run as reports/runs/2026-11-01-100000-gate/report.json: reports/other/copy/',
  ]) {
    expect(notes).toContain(note);
  }
});

test.each([
  ['there is no folder', 'trend', /^No report of a whole run below reports\/runs\. Name a folder/],
  [
    'a folder is missing',
    'trend none',
    /^No report of a whole run below none\. Name a folder with/,
  ],
  [
    'a folder is empty',
    'trend empty',
    /^No report of a whole run below empty\. Name a folder with/,
  ],
  [
    'it is a file',
    'trend file.txt',
    /^Cannot read the folder file\.txt \(ENOTDIR\)\. Name a folder/,
  ],
  [
    'no report can be used',
    'trend broken',
    /^No report of a whole run below broken\. File is not valid JSON: broken\/report\.json\./,
  ],
  [
    'a format is unknown',
    'trend --format pdf',
    /^Unknown format: pdf\. Formats: json, markdown, h/,
  ],
])('assay trend: where %s, one sentence says so', async (_, words, message) => {
  const cwd = await folderOfTest('trend');
  await mkdir(join(cwd, 'empty'));
  await write(cwd, 'file.txt', '');
  await write(cwd, 'broken/report.json', '{');
  await expectRefused(words, message, { cwd });
});

test('assay trend: a key of the environment that a report repeats is not shown', async () => {
  const key = 'a_live_0123456789abcdef';
  const cwd = await folderWith(gatesByDay({ count: 2 }).map((one) => ({ ...one, label: key })));
  const run = await assay('trend', { cwd, env: { ASSAY_API_KEY: key } });
  const page = await readFile(join(cwd, RUNS, 'trend.html'), 'utf8');
  expect(run.code).toBe(0);
  expect(run.stdout + page).not.toContain(key);
});
