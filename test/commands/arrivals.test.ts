import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = await testFolder('arrivals');

beforeAll(async () => {
  await writeFile(
    join(folder, 'stages.yaml'),
    'workload:\n  scenario: chat\n  stages:\n    - {arrivalRate: 5/s, duration: 1s}\n',
  );
  await writeFile(
    join(folder, 'azure.csv'),
    'TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,30,4\n',
  );
});

test.each([
  [
    'a stage without a time',
    ['--stages', '5/s'],
    /^--stages needs a rate such as 50\/s, .* and a duration in each stage, .*; got "5\/s"\./,
  ],
  ['a stage without a rate', ['--stages', 'x:5s'], /^--stages needs a rate such as 50\/s/],
  [
    'a stage without a duration',
    ['--stages', '5/s:0s'],
    /^--stages needs a duration above 0 in each stage/,
  ],
  [
    'a burst without arrivals',
    ['--bursts', '0/5s'],
    /^--bursts needs a number of arrivals and an interval above 0/,
  ],
  ['no users', ['--users', '0'], /^--users needs an integer from 1 to 20000; got "0"/],
  ['a think time without users', ['--think', '1s'], /^--think needs --users\./],
  ['a speed without a trace', ['--speed', '2'], /^--speed needs --trace\./],
  ['a speed of 0', ['--trace', 'a', '--speed', '0'], /^--speed needs a factor above 0/],
  [
    'an unknown arrival process',
    ['--arrivals', 'lumpy'],
    /Allowed choices are poisson, constant, bursts/,
  ],
  [
    'a script that would replay an Azure trace',
    ['--emit', 'script', '--target', 'http://127.0.0.1:9', '--trace', 'azure.csv'],
    /^A load that runs elsewhere cannot replay an Azure trace: azure\.csv\. Run it here/,
  ],
  ['a trace that is not there', ['--trace', 'none.jsonl'], /^Cannot read the file: none\.jsonl/],
])('assay load: %s is reported with exit code 3', async (_, args, message) => {
  await expectRefused(['load', ...args], message, { cwd: folder });
});

test('assay load: a mistyped key of the arrivals is reported with exit code 3', async () => {
  await writeFile(join(folder, 'typo.yaml'), 'workload:\n  closed: {users: 5, thing: 1s}\n');
  await expectRefused(
    ['load', '--config', 'typo.yaml'],
    'Configuration is malformed: typo.yaml. Unknown key: workload.closed.thing. Did you mean think?\n',
    { cwd: folder },
  );
});

test.each([
  ['a file', ['--config', 'closed.yaml'], 'closed.yaml'],
  ['flags', ['--users', '5', '--in-flight', '9'], 'the command line'],
])('assay load: concurrent iterations with users, in %s, are refused', async (_, args, where) => {
  await writeFile(join(folder, 'closed.yaml'), 'workload: {closed: {users: 5}, inFlight: 9}\n');
  await expectRefused(
    ['load', ...args],
    `Configuration is malformed: ${where}. workload.inFlight: equals closed.users in a closed model: remove it.\n`,
    { cwd: folder },
  );
});

test('assay gate: a dry run describes the arrivals', async () => {
  const args = ['gate', '--dry-run', '--config', 'stages.yaml'];
  const staged = await assay(args, { cwd: folder });
  expect(staged.stdout).toMatch(
    /^Load +poisson arrivals in 1 stage, 5\/s on average, for 1 s, about 5 arrivals, after the probes$/m,
  );
  const closed = await assay([...args, '--users', '3', '--duration', '2s'], { cwd: folder });
  expect(closed.stdout).toMatch(/^Load +a closed model of 3 users for 2 s, after the probes$/m);
});
