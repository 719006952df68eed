import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { json } from '../../src/report/formats/json.ts';
import { type SyntheticRun, syntheticReport } from '../report/performance/synthetic-report.ts';
import { passingGate } from '../report/sample-report.ts';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { testFolder } from '../support/test-folder.ts';

const NOT_LISTENING = 'http://127.0.0.1:9';

const folder = await testFolder('compare');

test('assay compare: a missing key is reported with both of its possible names', async () => {
  const earlier = join(folder, 'earlier.json');
  await writeFile(earlier, json.render(passingGate()));
  await expectRefused(
    ['compare', earlier, `theirs=${NOT_LISTENING}`],
    /^No API key for the target: neither ASSAY_API_KEY_THEIRS nor ASSAY_API_KEY is set\./,
  );
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
    [`ours=${NOT_LISTENING}`, `ours-2=${NOT_LISTENING}`],
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

describe('assay compare --fail-on worse', () => {
  let before: string;

  beforeAll(async () => {
    before = await reportFile('before', { seed: 1, ttftMs: 20 });
  });

  test.each([
    [0, 'the same', { seed: 2, ttftMs: 20 }, 'after performs the same as before.'],
    [0, 'better', { seed: 2, ttftMs: 15 }, 'after is better than before: TTFT p50 −'],
    [1, 'worse', { seed: 2, ttftMs: 24 }, 'after is worse than before: TTFT p50 +'],
    [
      2,
      'uncertain with 12 requests',
      { seed: 2, ttftMs: 20, perBlock: 1 },
      'It is uncertain whether after is worse than before.',
    ],
  ])('the exit code is %d for a load that is %s', async (code, _, load, says) => {
    const after = await reportFile('after', load);
    const run = await assay([
      'compare',
      `before=${before}`,
      `after=${after}`,
      '--fail-on',
      'worse',
    ]);
    expect(run.stdout).toContain(says);
    expect(run.code).toBe(code);
  });

  test('every figure stands beside its counterpart, with its interval and its word', async () => {
    const after = await reportFile('after', { seed: 2, ttftMs: 24 });
    const run = await assay(['compare', `before=${before}`, `after=${after}`]);
    expect(run.stdout).toMatch(
      /TTFT p50 +20\.\d ms +2[34]\.\d ms +\+[34]\.\d+ ms, \+\d+ % +\+[34]\.\d+ to \+[34]\.\d+ ms {2}Worse/,
    );
    expect(run.code).toBe(0);
  });

  test('the report ends with the command that repeats it, and names scenario and rate', async () => {
    const after = await reportFile('after', { seed: 2, ttftMs: 20 });
    const words = ['compare', `before=${before}`, `after=${after}`];
    const given = [...words, '--out', join(folder, 'repeated')];
    const argv = vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'assay', ...given]);
    const run = await assay(given);
    argv.mockRestore();
    expect(run.stdout).toContain('Load of each side: scenario mixed, 50 req/s.');
    expect(run.stdout).toContain(`Repeat with:\n  npx assay ${words.join(' ')}\n`);
  });

  test('what is worse is an error in GitHub Actions', async () => {
    const after = await reportFile('after', { seed: 2, ttftMs: 24 });
    const subjects = [`before=${before}`, `after=${after}`, '--fail-on', 'worse'];
    const run = await assay(['compare', ...subjects], { env: { GITHUB_ACTIONS: 'true' } });
    expect(run.stdout + run.stderr).toMatch(
      /^::error title=Build is worse.*TTFT p50 2\d\.\d ms, 20\.\d ms in before/m,
    );
  });

  test('--min-effect decides how large a change must be', async () => {
    const after = await reportFile('after', { seed: 2, ttftMs: 24 });
    const subjects = [`before=${before}`, `after=${after}`, '--fail-on', 'worse'];
    const run = await assay(['compare', ...subjects, '--min-effect', '30%']);
    expect(run.stdout).toContain('Minimal effect: 30 %.');
    expect(run.code).toBe(0);
  });

  test('a required rule that passed and now fails is worse, whatever the performance', async () => {
    const report = syntheticReport({ seed: 2, ttftMs: 20 });
    const [first, ...rules] = report.rules.filter(({ level }) => level === 'must');
    const broken = rules.concat(first ? [{ ...first, verdict: 'fail' }] : []);
    const after = join(folder, 'broken.json');
    await writeFile(after, json.render({ ...report, rules: broken }));
    const run = await assay([
      'compare',
      `before=${before}`,
      `after=${after}`,
      '--fail-on',
      'worse',
    ]);
    expect(run.stdout).toContain(
      `Required rule passes in before and fails in after: ${first?.id}.`,
    );
    expect(run.code).toBe(1);
  });
});

test.each([
  [['--blocks', '8'], '--blocks needs --load: without it, compare sends no load.'],
  [['--arrival-rate', '5/s'], '--arrival-rate needs --load'],
  [['--load'], '--load needs targets that can be loaded; '],
  [['--min-effect', '5'], '--min-effect needs a percentage, a duration or both'],
  [['--fail-on', 'better'], "argument 'better' is invalid"],
  [['--load', '--upstream', '127.0.0.1:0'], '--upstream cannot be combined with --load: '],
  [['--load', '--blocks', '2'], '--blocks needs an integer from 5 to 1000; got "2".'],
])('assay compare %j is refused', async (flags, message) => {
  const earlier = await reportFile('before', { seed: 1, ttftMs: 20 });
  await expectRefused(['compare', `one=${earlier}`, `two=${earlier}`, ...flags], message);
});

async function reportFile(name: string, load: SyntheticRun): Promise<string> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, json.render(syntheticReport(load)));
  return file;
}
