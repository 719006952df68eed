import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ConfigurationSchema } from '../../src/commands/configuration/configuration.ts';
import { compare } from '../../src/report/comparison/compare.ts';
import { COMPARISON, SHEET } from '../../src/report/files.ts';
import * as formats from '../../src/report/formats/index.ts';
import type { RunReport } from '../../src/report/schema/run-report.ts';
import type { Rendering } from '../../src/report/write.ts';
import { foundKnee } from '../report/sample-capacity.ts';
import { overheadRun } from '../report/sample-overhead.ts';
import { failingGate, passingGate } from '../report/sample-report.ts';
import { sheetOf } from '../report/sample-sheet.ts';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { folderOfTest } from '../support/test-folder.ts';

const RUN = 'reports/runs/2026-11-27-100000-gate';

async function write(cwd: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(cwd, file)), { recursive: true });
  await writeFile(join(cwd, file), text);
}

function jsonOf(report: RunReport): string {
  return formats.json.render(report);
}

/** The files that the command itself writes, by name. */
function filesOf<T>(result: T, forms: Readonly<Record<string, Rendering<T>>>) {
  const wanted = Object.values(forms).filter(({ onRequest }) => onRequest !== true);
  return new Map(wanted.map((form) => [form.file, form.render(result)]));
}

async function contents(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).toSorted();
  const texts = names.map((name) => readFile(join(folder, name), 'utf8'));
  return new Map((await Promise.all(texts)).map((text, at) => [names[at] ?? '', text]));
}

const comparison = compare(
  [
    { label: 'one', source: 'recorded', address: 'one', report: passingGate() },
    { label: 'two', source: 'recorded', address: 'two', report: failingGate() },
  ],
  { comparedAt: new Date('2026-11-27T10:00:00Z'), exitCode: 0 },
);
const sheet = sheetOf({ 'idempotency-error-cached': 'yes' });

test.each([
  ['a gate that passed', 'report.json', filesOf(passingGate(), formats)],
  ['a gate that failed', 'report.json', filesOf(failingGate(), formats)],
  ['a capacity', 'report.json', filesOf(foundKnee(), formats)],
  ['an overhead', 'report.json', filesOf(overheadRun(), formats)],
  ['a comparison', 'compare.json', filesOf(comparison, COMPARISON.formats)],
  ['a behaviour sheet', 'behaviour.json', filesOf(sheet, SHEET.formats)],
])('assay report: %s is written again as it was', async (_, file, files) => {
  const cwd = await folderOfTest('report');
  await write(cwd, `${RUN}/${file}`, files.get(file) ?? '');
  const run = await assay(`report ${RUN} --out again`, { cwd });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const page = file.replace('.json', '.html');
  expect(run.stdout).toMatch(new RegExp(`\\n {2}report +again/${page}\\n$`));
  const again = await contents(join(cwd, 'again'));
  // The keys of JSON are in the order of the schema.
  expect(JSON.parse(again.get(file) ?? '')).toEqual(JSON.parse(files.get(file) ?? ''));
  expect(new Map([...again, [file, '']])).toEqual(new Map([...files, [file, '']]));
});

test('assay report: without a name, the newest run is written into its own folder, and its JSON stays', async () => {
  const cwd = await folderOfTest('report');
  const later = { ...failingGate(), unknown: 'a key of a newer version' };
  await write(cwd, `${RUN}/report.json`, jsonOf(passingGate()));
  await write(cwd, 'reports/runs/2026-11-27-100001-gate/report.json', JSON.stringify(later));
  await mkdir(join(cwd, 'reports/runs/2026-11-27-100002-gate'));
  const run = await assay('report --format json --format markdown', { cwd });
  expect(run.stdout).toContain(' FAIL ');
  expect(run.code).toBe(0);
  const written = await contents(join(cwd, 'reports/runs/2026-11-27-100001-gate'));
  expect([...written.keys()]).toEqual(['report.json', 'summary.md']);
  expect(written.get('report.json')).toBe(JSON.stringify(later));
});

test('assay report: a rule that this version does not know is shown', async () => {
  const cwd = await folderOfTest('report');
  const [rule, ...rules] = failingGate().rules;
  const strange = {
    ...failingGate(),
    rules: [{ ...rule, id: 'gone-rule', area: 'gone' }, ...rules],
  };
  await write(cwd, 'report.json', JSON.stringify(strange));
  expect(await assay('report report.json', { cwd })).toMatchObject({ code: 0, stderr: '' });
  for (const text of (await contents(cwd)).values()) expect(text).not.toBe('');
});

test.each([
  ['a missing folder', 'report none', /^Unknown run: none\. Name the folder of an earlier run/],
  ['no run at all', 'report', /^No earlier run in reports\/runs has report\.json or beh/],
  ['a folder without results', 'report empty', /^Folder contains neither report\.json nor beh/],
  ['a file that is cut', 'report cut.json', /^File is not valid JSON: cut\.json\./],
  ['other JSON', 'report other.json', /^File is not a result of Assay: other\.json\. Name/],
  ['a report of another version', 'report old.json', /^Run report has schema version 3, but this/],
  ['a comparison of another version', 'report cmp.json', /^Comparison has schema version 1, but/],
  ['a report with a broken field', 'report broken.json', /^File is not a result of Assay: br/],
  [
    'a format that a comparison does not have',
    'report compare.json --format junit',
    /^compare\.json cannot be written as junit\. Its formats: html, json, markdown\.\n$/,
  ],
  ['an unknown format', 'report --format pdf', /^Unknown format: pdf\./],
  [
    'a folder that cannot be made',
    'report compare.json --out other.json/x',
    /^Cannot write the report: other\.json\/x \(ENOTDIR\)/,
  ],
])('assay report: %s is refused with one sentence', async (_, words, message) => {
  const cwd = await folderOfTest('report');
  await mkdir(join(cwd, 'empty'));
  await write(cwd, 'cut.json', jsonOf(passingGate()).slice(0, 900));
  await write(cwd, 'other.json', '{"a":1}');
  await write(cwd, 'old.json', JSON.stringify({ ...passingGate(), schemaVersion: 3 }));
  await write(cwd, 'cmp.json', JSON.stringify({ ...comparison, comparisonVersion: 1 }));
  await write(cwd, 'compare.json', JSON.stringify(comparison));
  await write(cwd, 'broken.json', JSON.stringify({ ...passingGate(), rules: [{ id: 7 }] }));
  const run = await assay(words, { cwd });
  expect(run.stderr).toMatch(message);
  expect(run.code).toBe(3);
});

test('assay report --suggest-objectives: the objectives of the run and new ones are YAML to copy', async () => {
  const cwd = await folderOfTest('report');
  const slo = passingGate().slo.filter(({ unit }) => unit !== 'ms');
  await write(cwd, `${RUN}/report.json`, jsonOf({ ...passingGate(), slo }));
  const run = await assay('report --suggest-objectives', { cwd });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(
    /^# For assay\.yaml: the objectives of the run, and its p95 plus 20 %/,
  );
  const { slo: suggested } = ConfigurationSchema.parse(parse(run.stdout));
  expect(suggested.slice(0, slo.length)).toEqual(slo.map(({ objective }) => objective));
  expect(suggested).toContainEqual(expect.stringMatching(/^chat ttft p95 < \d+ms$/));
  await write(cwd, 'assay.yaml', run.stdout);
  expect(await assay('config check', { cwd })).toMatchObject({ code: 0 });
  expect([...(await contents(join(cwd, RUN))).keys()]).toEqual(['report.json']);
});

test('assay report --suggest-objectives: a run without a load is refused', async () => {
  const cwd = await folderOfTest('report');
  await write(cwd, 'report.json', jsonOf({ ...passingGate(), load: undefined }));
  const words = 'report report.json --suggest-objectives';
  await expectRefused(words, /^report\.json suggests no objective: it has no p95 of a load/, {
    cwd,
  });
});

test('assay report: compare refuses a comparison as a subject', async () => {
  const cwd = await folderOfTest('report');
  await write(cwd, 'compare.json', JSON.stringify(comparison));
  const words = ['compare', 'a=compare.json', 'b=compare.json'];
  await expectRefused(words, /^File is neither a run report nor a behaviour sheet/, { cwd });
});
