import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../../src/report/formats/json.ts';
import { passingGate } from '../report/sample-report.ts';
import { assay } from '../support/assay-in-process.ts';

const NOBODY = 'http://127.0.0.1:9';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-compare-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('assay compare: a missing key is reported with both of its possible names', async () => {
  const earlier = join(folder, 'earlier.json');
  await writeFile(earlier, json.render(passingGate()));
  const run = await assay(['compare', earlier, `theirs=${NOBODY}`]);
  expect(run.stderr).toMatch(
    /^No API key for the target: neither ASSAY_API_KEY_THEIRS nor ASSAY_API_KEY is set\./,
  );
  expect(run.code).toBe(3);
});

test.each([
  ['one subject', ['embedded'], 3, /^compare needs at least two subjects; got 1\./],
  [
    'two of one label',
    ['embedded', 'embedded'],
    3,
    /^Two subjects have the same label: embedded\. Label them, such as one=embedded and other=embedded\.\n$/,
  ],
  [
    'labels that share a key variable',
    ['a.b=embedded', 'a-b=embedded'],
    3,
    /^The labels a\.b and a-b share the variable ASSAY_API_KEY_A_B\. Rename one of them\./,
  ],
  [
    'a label whose key another takes for that of its second tenant',
    [`ours=${NOBODY}`, `ours-2=${NOBODY}`],
    3,
    /^The labels ours and ours-2 share the variable ASSAY_API_KEY_OURS_2\./,
  ],
  [
    'an address with credentials',
    ['embedded', 'a=http://me:secret@127.0.0.1:9'],
    3,
    /^The address of the target contains credentials\. (?!.*secret)/,
  ],
  ['a malformed configuration', ['embedded', 'a=embedded', '--config', 'text.json'], 3, /^Config/],
  [
    'a folder that cannot be made',
    ['embedded', 'a=embedded', '--out', 'text.json'],
    3,
    /^Cannot write the report: text\.json/,
  ],
  ['a missing file', ['embedded', 'none.json'], 3, /^Unknown subject: none\.json\./],
  [
    'a mistyped target',
    ['embedded', 'a=embeded'],
    3,
    /^Unknown subject: embeded\. Did you mean embedded\?/,
  ],
  ['an empty folder', ['embedded', 'empty'], 3, /^Folder contains neither report\.json nor/],
  ['text that is not JSON', ['embedded', 'text.json'], 3, /^File is not valid JSON: text\.json\./],
  ['other JSON', ['embedded', 'other.json'], 3, /^File is neither a run report nor a behaviour/],
])('assay compare: %s is reported', async (_, things, code, message) => {
  await mkdir(join(folder, 'empty'), { recursive: true });
  await writeFile(join(folder, 'text.json'), 'hello');
  await writeFile(join(folder, 'other.json'), '{"a":1}');
  const env = { ASSAY_API_KEY: 'a_live_0123456789' };
  const run = await assay(['compare', ...things], { cwd: folder, env });
  expect(run.stderr).toMatch(message);
  expect(run.code).toBe(code);
});
