import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer } from '../../../reference-server/server.ts';
import { compareLine, conformLine, reproLine } from '../../../src/commands/run/repro-line.ts';
import { type Access, NO_ACCESS } from '../../../src/exchange/access.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay, type CommandRun } from '../support/run-assay.ts';

const SETTINGS = { target: 'http://127.0.0.1:1', profile: 'default', seed: 7 };

test.each([
  [
    'what was not named is named',
    ['gate'],
    SETTINGS,
    'npx assay gate --target http://127.0.0.1:1 --profile default --seed 7',
  ],
  [
    'a file that was found is named',
    ['gate'],
    { ...SETTINGS, config: 'assay.yaml' },
    'npx assay gate --target http://127.0.0.1:1 --config assay.yaml --profile default --seed 7',
  ],
  [
    'what was named stays as it was',
    [
      'conform',
      '--target=http://127.0.0.1:1',
      '--rule',
      'a',
      '--profile',
      'x y.yaml',
      '--seed',
      '9',
    ],
    SETTINGS,
    "npx assay conform --target=http://127.0.0.1:1 --rule a --profile 'x y.yaml' --seed 9",
  ],
  [
    'what it would write over is omitted',
    [
      ...'gate --out reports/gate --baseline b.yaml --update-baseline'.split(' '),
      '--reason=ticket 12',
      '--yes',
    ],
    SETTINGS,
    'npx assay gate --baseline b.yaml --yes --target http://127.0.0.1:1 --profile default --seed 7',
  ],
  [
    'its page is omitted, with its port',
    'load --live 5665 --scenario chat --live'.split(' '),
    SETTINGS,
    'npx assay load --scenario chat --target http://127.0.0.1:1 --profile default --seed 7',
  ],
])('repeat line: %s', (_, argv, settings, line) => {
  expect(reproLine(argv, settings, NO_ACCESS)).toBe(line);
});

test('repeat line: one rule is repeated with the same settings', () => {
  const access: Access = { ...NO_ACCESS, headers: [['x-team', '${X_TEAM}']] };
  const argv = ['node', 'assay', 'gate', '--header', 'X-Team: s3cr3t', '--slo', 'all errors <= 1%'];
  expect(conformLine(argv, { ...SETTINGS, config: 'a b.yaml' }, access)).toBe(
    "npx assay conform --target http://127.0.0.1:1 --config 'a b.yaml' --profile default --seed 7 --header 'X-Team: ${X_TEAM}'",
  );
});

test('repeat line: a comparison names its seed once, and no secret of a header', () => {
  const access: Access = { ...NO_ACCESS, headers: [['x-team', '${X_TEAM}']] };
  const argv = ['compare', 'embedded', 'ours=http://h', '--header', 'X-Team: s3cr3t', '--out', 'x'];
  const line = "npx assay compare embedded ours=http://h --header 'X-Team: ${X_TEAM}'";
  expect(compareLine(argv, 7, access)).toBe(`${line} --seed 7`);
  expect(compareLine([...argv, '--seed', '9'], 7, access)).toBe(`${line} --seed 9`);
});

const folder = await testFolder('repro');
let server: ReferenceServer;
let address: string;

beforeAll(async () => {
  server = createReferenceServer({ faults: ['auth-missing-as-403'] });
  ({ address } = await server.listen());
});

afterAll(async () => {
  await server.close(0);
});

async function ran(args: readonly string[], cwd: string) {
  const [ASSAY_API_KEY, ASSAY_API_KEY_2] = server.keys;
  const run: CommandRun = await assay(args, { cwd, env: { ASSAY_API_KEY, ASSAY_API_KEY_2 } });
  const out = args[args.indexOf('--out') + 1] ?? '';
  const report = await reportIn(out);
  return { ...run, report };
}

function verdicts({ rules }: RunReport) {
  return rules.map(({ id, verdict }) => [id, verdict]);
}

test('repeat line: the report names the configuration, and its lines give the same verdict', async () => {
  const home = join(folder, 'home');
  await mkdir(home);
  const yaml = `target: ${address}\nmodels:\n  chat: ref-chat\n`;
  await writeFile(join(home, 'assay.yaml'), yaml);
  const rules = ['auth-missing-401', 'auth-missing-refused'];
  const args = ['conform', '--label', 'v2', ...rules.flatMap((rule) => ['--rule', rule])];
  const first = await ran([...args, '--out', join(folder, 'first')], home);
  const { configuration, repro } = first.report;
  expect(configuration).toMatchObject({
    file: 'assay.yaml',
    sha256: createHash('sha256').update(yaml).digest('hex'),
  });
  expect(first.report.label).toBe('v2');
  expect(first.stdout).toContain('build v2 · profile reference');
  const words = repro.split(' ').slice(2);
  expect(words).toEqual(
    expect.arrayContaining(['--config', '--target', '--profile', 'reference', '--seed']),
  );
  const again = await ran([...words, '--out', join(folder, 'again')], home);
  expect(verdicts(again.report)).toEqual(verdicts(first.report));
  const example = first.report.rules[0]?.conformance?.examples[0];
  const line = example?.reproduce?.assay.split(' ').slice(2) ?? [];
  const one = await ran([...line, '--out', join(folder, 'one')], home);
  expect(verdicts(one.report)).toEqual([['auth-missing-401', 'fail']]);
});
