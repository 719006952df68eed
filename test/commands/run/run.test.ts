import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exampleListener, type LiveFinding } from '../../../src/commands/run/session.ts';
import { knowKeysOf } from '../../../src/commands/terminal/secrets.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { findRuleSet } from '../../../src/conformance/find-rule-set.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { chatIdUnique } from '../../../src/conformance/rules/chat/answers.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, testFolder } from '../../support/test-folder.ts';

const cwd = await testFolder('dry-run');

beforeAll(async () => {
  await writeFile(join(cwd, 'relative.yaml'), 'slo: [chat ttft p95 <= 110% of baseline]\n');
});

test.each([
  ['a report that is missing', ['--against', 'none.json'], /^Cannot read none\.json \(ENOENT\)/],
  ['an effect without a report', ['--min-effect', '5%'], /^--min-effect needs --against\./],
  ['a relative objective', ['--config', 'relative.yaml'], /^Objective is relative to a baseline/],
  ['a baseline that is missing', ['--baseline', 'none.yaml'], /^Cannot read none\.yaml\./],
  ['an update of nothing', ['--update-baseline'], /^--update-baseline needs --baseline FILE/],
  ['a reason for nothing', ['--reason', 'ticket 12'], /^--reason needs --update-baseline/],
  ['an unknown rule set', ['--rule-set', '2020'], /^Unknown rule set: 2020\./],
])('assay gate --dry-run: %s is refused as in the run', async (_, args, message) => {
  const env = { ASSAY_API_KEY: 'test_live_0123456789abcdef' };
  const dry = await assay(['gate', '--dry-run', ...args], { cwd, env });
  expect(dry.stderr).toMatch(message);
  expect(dry).toMatchObject({ code: 3, stdout: '' });
  expect(dry.stderr).toBe((await assay(['gate', ...args], { cwd, env })).stderr);
});

const KEY = 'sk-live-7c1f0b6e52d94a83';
const RULES = CATALOGUE.map(({ rule }) => rule);
const LATER = { rule: 'chat-id-unique', value: 'should', reason: 'known' } as const;

test('live findings: a decoded key is a marker, and the level is that of the profile', () => {
  knowKeysOf({ ASSAY_API_KEY: KEY });
  const findings: LiveFinding[] = [];
  const listener = exampleListener({
    onFinding: (finding) => findings.push(finding),
    profile: resolveProfile(referenceProfile, RULES, [LATER]),
    catalogue: CATALOGUE,
    ruleSet: findRuleSet(),
  });
  listener?.(chatIdUnique, { finding: { expected: 'another id', actual: `id-${KEY}` } });
  expect(findings).toMatchObject([
    { rule: 'chat-id-unique', area: 'chat', level: 'should', expected: 'another id' },
  ]);
  expect(findings[0]?.actual).toMatch(/^id-/);
  expect(JSON.stringify(findings)).not.toContain(KEY);
});

const TOKEN = 'team-token-0123456789abcdef';

test('settings: every report has the file, its digest, and the settings of file and flags, without keys', async (context) => {
  const folder = await folderOfTest('settings', context);
  const { address, keys } = await startReference({}, context);
  const config = join(folder, 'gateway.yaml');
  await writeFile(
    config,
    `target: ${address}\nheaders: {X-Team-Token: ${TOKEN}, X-Team: qa}\nworkload: {duration: 5s}\n`,
  );
  const out = join(folder, 'out');
  const rule = ['--rule', 'chat-choices-shape', '--seed', '7'];
  const run = await assay(['conform', '--config', config, '--out', out, ...rule], {
    env: { ASSAY_API_KEY: keys.first },
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
  for (const text of [html, markdown]) expect(text).toContain(digest);
  expect(repro).toContain(`--config ${config}`);
  expect(parse(/```yaml\n(.*?)\n```/s.exec(markdown)?.[1] ?? '')).toEqual(settings);
  expect(html).toContain('Settings of this run, as assay.yaml');
  for (const text of [json, html, markdown, run.stdout]) {
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(keys.first);
  }
});
