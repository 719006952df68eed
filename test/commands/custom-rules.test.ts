import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationOf } from '../../src/commands/configuration/configuration.ts';
import { describeRun } from '../../src/commands/run/run-judge.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import { NO_ACCESS } from '../../src/exchange/access.ts';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { assay } from '../support/assay-in-process.ts';
import { withReference } from '../support/reference-gateway.ts';
import { testFolder } from '../support/test-folder.ts';

const RULE = `{
  id: 'team-asks-chat',
  level: 'must',
  provenance: 'assumed',
  source: 'a test',
  statement: 'A chat has no answer.',
  harm: 'The test has nothing to find.',
  evidence: 'answer',
  operations: ['chat'],
  probe: {
    name: 'team-chat',
    async run(gateway) {
      const messages = [{ role: 'user', content: gateway.nonce() }];
      const json = { model: gateway.expect.chatModel, messages };
      return [await gateway.send({ operation: 'chat', body: { json } })];
    },
  },
  *judge({ json }) {
    yield { expected: 'no answer', actual: json.object, where: 'object' };
  },
}`;

const folder = await testFolder('custom-rules');

/** A folder of its own: a module is loaded once for each path. */
async function project(name: string, module: string, configuration = ''): Promise<string> {
  const home = await mkdtemp(join(folder, 'project-'));
  await writeFile(join(home, name), module);
  await writeFile(join(home, 'assay.yaml'), `rules: [${name}]\n${configuration}`);
  return home;
}

async function conform(cwd: string, ...flags: readonly string[]) {
  return withReference({}, ({ address, env }) =>
    assay(['conform', '--target', address, '--area', 'custom', '--quiet', ...flags], { cwd, env }),
  );
}

test.each([
  ['in JavaScript', 'rule.mjs', `export const rule = ${RULE};`],
  ['in TypeScript', 'rule.ts', `const level: string = 'must';\nexport const rule = ${RULE};`],
])('custom rules: a module %s is judged, and its findings fail the run', async (_, name, text) => {
  const cwd = await project(name, text);
  const { code, stdout } = await conform(cwd, '--json');
  expect(code).toBe(1);
  const { rules, ruleSet } = RunReportSchema.parse(JSON.parse(stdout));
  expect(rules).toMatchObject([
    {
      id: 'team-asks-chat',
      area: 'custom',
      level: 'must',
      verdict: 'fail',
      harm: 'The test has nothing to find.',
      conformance: { findings: 1, examples: [{ actual: 'chat.completion', where: 'object' }] },
    },
  ]);
  expect(ruleSet?.newer).toEqual([]);
});

test('custom rules: a profile may change one, and it is reported where it is not selected', async () => {
  const cwd = await project(
    'rule.mjs',
    `export const rule = ${RULE};`,
    'profile: profile.yaml\nmodels: { chat: ref-chat }\n',
  );
  await writeFile(
    join(cwd, 'profile.yaml'),
    'name: team\noverrides:\n  - { rule: team-asks-chat, value: should, reason: later }\n',
  );
  const { code, stdout, stderr } = await conform(cwd, '--json');
  expect(code, stderr).toBe(0);
  expect(RunReportSchema.parse(JSON.parse(stdout)).rules[0]?.verdict).toBe('warn');
  const others = await assay(['conform', '--rule', 'chat-created-integer', '--json', '--quiet'], {
    cwd,
  });
  expect(others.code, others.stderr).toBe(0);
  const { rules, profile } = RunReportSchema.parse(JSON.parse(others.stdout));
  expect(rules.map(({ id }) => id)).toEqual(['chat-created-integer']);
  // It names no rule, because the report has none that it touches.
  expect(profile.overrides.filter(({ kind }) => kind === 'rule')).toEqual([
    { kind: 'rule', subject: 'team-asks-chat', value: 'should', reason: 'later' },
  ]);
});

test('custom rules: a baseline may accept one', async () => {
  const cwd = await project('rule.mjs', `export const rule = ${RULE};`);
  const entry = '{ rule: team-asks-chat, operations: [chat], reason: known, expires: 2099-01-01 }';
  await writeFile(join(cwd, 'baseline.yaml'), `accepted:\n  - ${entry}\n`);
  const { code, stderr } = await conform(cwd, '--baseline', 'baseline.yaml');
  expect(code, stderr).toBe(0);
});

test.each([
  [
    'a file that does not exist',
    'export const rule = 1;',
    'gone.mjs',
    'Rules cannot be loaded: gone.mjs.',
  ],
  [
    'a module with a mistake',
    'export const rule = {;',
    'rule.mjs',
    'Rules cannot be loaded: rule.mjs.',
  ],
  [
    'a module that throws',
    "throw new Error('not here');",
    'rule.mjs',
    'Rules cannot be loaded: rule.mjs. not here.',
  ],
  ['a module without a rule', 'export const rule = 1;', 'rule.mjs', 'rule.mjs exports no rule'],
  [
    'a rule with an unknown operation',
    `export const rule = { ...${RULE}, operations: ['chats'] };`,
    'rule.mjs',
    'Custom rule is malformed: team-asks-chat in rule.mjs. operations.0:',
  ],
  [
    'a rule without a judge',
    `export const rule = { ...${RULE}, judge: undefined };`,
    'rule.mjs',
    'Custom rule is malformed: team-asks-chat in rule.mjs. It needs either judge or fold.',
  ],
  [
    'an id of a rule of Assay',
    `export const rule = { ...${RULE}, id: 'chat-id-unique' };`,
    'rule.mjs',
    'Custom rule has the id of another rule: chat-id-unique in rule.mjs.',
  ],
])('custom rules: %s is reported with exit code 3', async (_, text, named, message) => {
  const cwd = await project('rule.mjs', text);
  await writeFile(join(cwd, 'assay.yaml'), `rules: [${named}]\n`);
  const { code, stderr } = await assay(['conform', '--dry-run'], { cwd });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
  expect(code).toBe(3);
});

test('custom rules: one is explained with its module, and a rule of Assay whatever the configuration is', async () => {
  const cwd = await project('rule.mjs', `export const rule = ${RULE};`);
  const custom = await assay(['explain', 'team-asks-chat'], { cwd });
  expect(custom.stdout).toContain('A chat has no answer.');
  expect(custom.stdout).toContain(join(cwd, 'rule.mjs'));
  await writeFile(join(cwd, 'assay.yaml'), 'rules: [gone.mjs]\n');
  const { code, stderr } = await assay(['explain', 'chat-id-unique'], { cwd });
  expect(code, stderr).toBe(0);
});

test('custom rules: a recording names no code: its description has no modules, and judging it loads none', () => {
  const written = { target: 'embedded', rules: ['gone.mjs'] };
  const configuration = configurationOf(written, 'a recording');
  expect(configuration.catalogue).toBe(CATALOGUE);
  const described = describeRun(
    {
      target: { kind: 'embedded', address: 'http://127.0.0.1:1', access: NO_ACCESS },
      configuration,
      profile: resolveProfile(referenceProfile, []),
      capabilities: { secondKey: false },
    },
    { addsEffects: false },
  );
  expect(described.configuration).toEqual({ target: 'embedded' });
});

test('custom rules: a module that is missing is named, and not the module that loads it', async () => {
  const home = await mkdtemp(join(folder, 'missing-'));
  await writeFile(join(home, 'assay.yaml'), 'rules: [nowhere.ts]\n');
  const run = await conform(home);
  expect(run.stderr).toBe(
    'Rules cannot be loaded: nowhere.ts. The file does not exist. Paths in "rules" are relative to the working directory.\n',
  );
  expect(run.code).toBe(3);
});
