import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { folderOfTest } from '../support/test-folder.ts';

const KEY = 'sk_live_0123456789';

async function check(
  yaml: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const cwd = await folderOfTest('config');
  await writeFile(join(cwd, 'assay.yaml'), yaml);
  return await assay(['config', 'check', ...flags], { cwd, env });
}

test('assay config check: each value has its origin', async () => {
  const yaml = `target: http://127.0.0.1:8080/v1
headers:
  X-Team: \${TEAM}
workload:
  arrivalRate: 5/s
  duration: 10s
slo:
  - all errors <= 0%
  - chat ttft p95 < 800ms
`;
  const flags = ['--arrival-rate', '50/s', '--header', 'X-Build: 7'];
  const run = await check(yaml, flags, { TEAM: 'qa', ASSAY_API_KEY: KEY });
  const rows = run.stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(rows).toEqual(
    expect.arrayContaining([
      ['target', 'http://127.0.0.1:8080/v1', 'assay.yaml:1'],
      ['profile', 'the one that fits the target', 'default'],
      ['headers.X-Team', `\${TEAM}`, 'assay.yaml:3, $TEAM'],
      ['headers.X-Build', '7', '--header'],
      ['workload.arrivalRate', '50/s', '--arrival-rate'],
      ['workload.duration', '10s', 'assay.yaml:6'],
      ['workload.seed', '1', 'default'],
      ['slo', 'chat ttft p95 < 800ms', 'assay.yaml:9'],
      ['ASSAY_API_KEY', '(hidden)', 'environment'],
      ['ASSAY_API_KEY_2', 'not set', 'environment'],
    ]),
  );
  expect(run.stdout).toMatch(/\nLoad: 50 poisson arrivals\/s for 10 s\.\nNo mistakes\.\n$/);
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

test('assay config check: without a file, the values are the defaults', async () => {
  const run = await assay('config check', { cwd: await folderOfTest('config') });
  expect(run.stdout).toMatch(/^target +embedded +default\n/);
  expect(run.code).toBe(0);
});

test('assay config check: all mistakes are reported with their lines, in the order of the file', async () => {
  const yaml = `target: ftp://gateway
slos: []
workload:
  arivalRate: 5/s
  seed: -1
slo:
  - all errors <= 0%
  - chatt ttft p95 < 1s
abortOn: [soon]
headers: {X-Team: "\${NOT_SET}"}
rules: [none.ts]
profile: nonesuch
`;
  const { code, stderr, stdout } = await check(yaml);
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^assay\.yaml:1: Invalid address: "ftp:/),
    expect.stringMatching(/^assay\.yaml:2: Unknown key: slos\. Did you mean slo\?/),
    expect.stringMatching(/^assay\.yaml:4: Unknown key: workload\.arivalRate\. Did you mean arr/),
    expect.stringMatching(/^assay\.yaml:5: workload\.seed: needs at least 0; got -1\.$/),
    expect.stringMatching(/^assay\.yaml:8: Objective names an unknown operation: chatt\./),
    expect.stringMatching(/^assay\.yaml:9: Condition is not understood: "soon"\./),
    expect.stringMatching(/^assay\.yaml:10: Header X-Team needs the environment variable NOT_SET/),
    expect.stringMatching(/^assay\.yaml:11: Rules cannot be loaded: none\.ts\./),
    expect.stringMatching(/^assay\.yaml:12: Unknown profile: nonesuch\./),
  ]);
  expect(stdout).toMatch(/\n9 mistakes\.\n$/);
  expect(stdout).not.toContain('arivalRate');
  expect(code).toBe(3);
});

test('assay config check: what the workload names is looked for', async () => {
  const yaml = `workload:
  scenario: chta
  prompts: {file: none.txt}
  trace: none.jsonl
`;
  const { stderr } = await check(yaml, ['--target', 'embeded']);
  const starts = stderr.split('\n').map((line) => line.slice(0, 40));
  expect(starts).toEqual(
    [
      'assay.yaml:2: Unknown scenario: chta. Did',
      'assay.yaml:3: Cannot read the file: none.',
      'assay.yaml:4: Cannot read the file: none.',
      '--target: Unknown target: embeded. Did yo',
      '',
    ].map((line) => line.slice(0, 40)),
  );
});

test.each([
  ['a header', 'headers: {Authorization: Bearer SECRET}'],
  ['a header with a variable beside it', `headers: {X-Token: "SECRET\${HOME}"}`],
  ['the query', 'query: version=1&api-key=SECRET'],
  ['the address', 'target: https://user:SECRET@gateway.example/v1'],
  ['the query of the address', 'target: https://gateway.example/v1?key=SECRET'],
  ['a key that does not exist', 'apiKey: SECRET'],
  ['a key of the environment that the file repeats', `models: {chat: ${KEY}}`],
])('assay config check: a secret in %s is not shown', async (_, yaml) => {
  const secret = 'sk-geheim0123456789';
  const env = { ASSAY_API_KEY: KEY, HOME: '/root' };
  const { stdout, stderr } = await check(yaml.replaceAll('SECRET', secret), [], env);
  expect(stdout).toContain('mistake');
  expect(stdout + stderr).not.toContain(secret);
  expect(stdout + stderr).not.toContain(KEY);
});

test.each([
  ['another word', ['chek'], /^Unknown word: chek\. Write "assay config check"\./],
  ['a missing file', ['check', 'none.yaml'], /^Cannot read none\.yaml\. The file does not exist/],
  ['no mapping', ['check', 'list.yaml'], /^Configuration is malformed: list\.yaml\. It must be/],
  ['text that is not YAML', ['check', 'bad.yaml'], /^File is not valid YAML: bad\.yaml/],
])('assay config check: %s is refused', async (_, words, message) => {
  const cwd = await folderOfTest('config');
  await writeFile(join(cwd, 'list.yaml'), '[]');
  await writeFile(join(cwd, 'bad.yaml'), 'a: [');
  await expectRefused(['config', ...words], message, { cwd });
});
