import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import * as commands from '../../src/commands/index.ts';
import { flagOf } from '../../src/commands/options/option.ts';
import { SETTINGS } from '../../src/conformance/expectations.ts';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { testFolder } from '../support/test-folder.ts';

const run = promisify(execFile);

const folder = await testFolder('completion');

beforeAll(async () => {
  await writeFile(join(folder, 'bash'), (await assay(['completion', 'bash'])).stdout);
  await writeFile(join(folder, 'prices.yaml'), '');
});

/** What bash offers for the last word of a line. */
async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const script = `source "$1"; shift; COMP_WORDS=(assay "$@"); COMP_CWORD=$#; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-uc', script, 'bash', join(folder, 'bash'), ...words]);
  return stdout.split('\n').filter((word) => word !== '');
}

test('completion: the first word is a command', async () => {
  expect(await completed('')).toEqual(Object.keys(commands).toSorted());
  expect(await completed('ca')).toEqual(['capacity']);
});

test('completion: after a command come its options', async () => {
  const flags = commands.gate.options.map(flagOf);
  expect(await completed('gate', '--')).toEqual([...flags, '--help']);
  expect(await completed('load', '--quiet', '--scen')).toEqual(['--scenario']);
});

test.each([
  [['gate', '--format', 's'], ['sarif']],
  [
    ['conform', '--target', ''],
    ['container', 'embedded'],
  ],
  [['capacity', '--operation', 'im'], ['images']],
  [
    ['load', '--judge', ''],
    ['live', 'after', 'none'],
  ],
  [['conform', '--rule', 'chat-stream-done-o'], ['chat-stream-done-once-last']],
  [['explain', 'chat-stream-done-o'], ['chat-stream-done-once-last']],
  [['completion', 'z'], ['zsh']],
  [
    ['help', 'comp'],
    ['compare', 'completion'],
  ],
] as const)('completion: %j offers %j', async (words, offered) => {
  expect([...(await completed(...words))].toSorted()).toEqual([...offered].toSorted());
});

test('completion: an option that takes a file offers no word, so that bash completes files', async () => {
  expect(await completed('gate', '--config', '')).toEqual([]);
  expect(await completed('judge', '')).toEqual([]);
});

test('completion: the help completes no command twice', async () => {
  expect(await completed('list', 'rules', '--')).toEqual(['--json', '--help']);
});

test.each(['zsh', 'fish'])(
  'completion: the script for %s has every command and option',
  async (shell) => {
    const { stdout, code } = await assay(['completion', shell]);
    expect(code).toBe(0);
    for (const { name, options } of Object.values(commands)) {
      expect(stdout).toContain(name);
      for (const one of options) {
        if (!('isHidden' in one)) expect(stdout).toContain(flagOf(one).slice(2));
      }
    }
  },
);

/** The quotes of a script, as both shells read them: each opens and closes. */
test.each([
  ['zsh', /'[^']*'/g],
  ['fish', /'(?:[^'\\]|\\.)*'/g],
] as const)(
  'completion: no summary breaks the quotes of the script for %s',
  async (shell, text) => {
    const { stdout } = await assay(['completion', shell]);
    expect(
      stdout.replace(/^#.*$/gm, '').replaceAll("'\\''", '').replaceAll(text, ''),
    ).not.toContain("'");
  },
);

test('completion: another shell is refused with an explanation and exit code 3', async () => {
  await expectRefused(['completion', 'tcsh'], /^Unknown shell: tcsh\. Known: bash, zsh, fish\.\n$/);
});

test('list settings: every setting is there, with type, default, source and the rules that read it', async () => {
  const { code, stdout } = await assay(['list', 'settings', '--json']);
  expect(code).toBe(0);
  const rows: Record<string, string>[] = JSON.parse(stdout);
  expect(rows.map(({ setting }) => setting)).toEqual(Object.keys(SETTINGS));
  expect(rows).toContainEqual({
    setting: 'unauthenticatedStatus',
    default: '[401]',
    type: 'list of integer ≥ 100 ≤ 599',
    rules: expect.stringContaining('auth-missing-401'),
    source: 'RFC 9110 §15.5.2',
  });
  expect(rows.find(({ setting }) => setting === 'keyHeader')?.type).toBe('string or null');
});
