import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { shellQuote } from '../../../src/exchange/curl.ts';
import { shellCommands, type Words } from '../../support/pages/shell-commands.ts';
import { folderOfTest } from '../../support/test-folder.ts';
import { assayTarball, engineTarball } from '../ci/assay-tarball.ts';
import { bashStep } from '../ci/bash-step.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'start', 'getting-started.md');
/** The page names the address of its second terminal. */
const ADDRESS = 'http://127.0.0.1:8080/v1';
const SMALL = ['--area', 'auth', '--quiet'];
/** The configuration that `init` writes has a condition over 5 s. */
const SHORT = ['--duration', '5s'];

/** The steps of the page; the keys are variables of this test. */
async function steps(): Promise<readonly Words[]> {
  const page = await readFile(PAGE, 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  return shellCommands(blocks.join('\n')).filter(([program]) => program !== 'export');
}

/** The same with less to send: what the page says takes minutes. */
function smaller(words: Words, address: string): Words {
  const [npx = '', assay = '', command = '', ...more] = words;
  const given = more.map((word) => (word === ADDRESS ? address : word));
  if (command !== 'gate' || words.includes('--dry-run')) return [npx, assay, command, ...given];
  // A baseline is the same without a load.
  if (words.includes('--baseline')) return [npx, assay, 'conform', ...given, ...SMALL];
  return [npx, assay, command, ...given, ...SMALL, ...SHORT];
}

async function gateway(options: ReferenceOptions) {
  const server = createReferenceServer(options);
  const { address } = await server.listen();
  onTestFinished(() => server.close(0));
  return { address: `${address}/v1`, keys: server.keys };
}

/** What a user has: a repository, and the two files of a release. */
async function repository(): Promise<string> {
  const release = await folderOfTest('release');
  const folder = await folderOfTest('getting-started');
  for (const file of [await assayTarball(release), await engineTarball(release)]) {
    await copyFile(file, join(folder, basename(file)));
  }
  await promisify(execFile)('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

const OFFLINE = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
const AUTHOR = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

const WorkflowSchema = z.object({
  jobs: z.object({
    gate: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }),
  }),
});

test('getting started: the steps of the page, in their order, lead to a workflow that is green, and red with a fault', async () => {
  const folder = await repository();
  const { address, keys } = await gateway({});
  const [ASSAY_API_KEY, ASSAY_API_KEY_2] = keys;
  const env = { ...OFFLINE, ...AUTHOR, ASSAY_API_KEY, ASSAY_API_KEY_2 };
  const commands: string[] = [];
  for (const words of await steps()) {
    const line = smaller(words, address)
      .map(shellQuote)
      .join(' ')
      .replace("'assay-*.tgz'", 'assay-*.tgz');
    const run = await bashStep(line, { cwd: folder, env });
    expect(run.code, `${line}\n${run.stdout}${run.stderr}`).toBe(0);
    commands.push(words[0] === 'npx' ? (words[2] ?? '') : (words[0] ?? ''));
  }
  const said = ['npm', 'doctor', 'gate', 'init', 'explain', 'conform', 'git'];
  expect(new Set(commands)).toEqual(new Set(said));

  // What was committed is all that the CI server has.
  const clone = await folderOfTest('clone');
  await promisify(execFile)('git', ['clone', '--quiet', folder, clone]);
  expect(await readdir(clone)).not.toContain('reports');
  const text = await readFile(join(clone, '.github', 'workflows', 'assay.yml'), 'utf8');
  const { steps: all } = WorkflowSchema.parse(parse(text)).jobs.gate;
  const [install = '', gate = '', ...others] = all.flatMap(({ run }) => run ?? []);
  expect(others).toEqual([
    'npx assay report assay-report --comment "$GITHUB_WORKFLOW, $GITHUB_JOB"',
  ]);
  const less = ['--area', 'chat-stream', '--quiet', ...SHORT].join(' ');
  const green = await bashStep(`${install}\n${gate} ${less}`, { cwd: clone, env });
  expect(green.code, green.stdout + green.stderr).toBe(0);
  expect(await readdir(join(clone, 'assay-report'))).toContain('report.html');

  const faulty = await gateway({ keys, faults: ['cs-chunk-after-done'] });
  const red = await bashStep(`${gate} --target ${faulty.address} ${less}`, { cwd: clone, env });
  expect(red.code, red.stdout + red.stderr).toBe(1);
  expect(red.stdout).toContain('chat-stream-done-once-last');
});
