import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startReference } from '../../support/reference-gateway.ts';
import { testFolder } from '../../support/test-folder.ts';
import { assayTarball, engineTarball } from './assay-tarball.ts';
import { bashStep, type StepResult } from './bash-step.ts';
import { type Comment, commentsApi, jobOf, TOKEN } from './comments-api.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const ActionSchema = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  runs: z.object({
    using: z.literal('composite'),
    steps: z.array(
      z.object({
        id: z.string().optional(),
        if: z.string().optional(),
        uses: z.string().optional(),
        run: z.string().optional(),
        shell: z.literal('bash').optional(),
        env: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
});

const action = ActionSchema.parse(parse(await readFile(join(ROOT, 'action.yml'), 'utf8')));

const folder = await testFolder('action');
let workspace: string;
let tarball: string;

beforeAll(async () => {
  tarball = await assayTarball(folder);
});

beforeEach(async () => {
  workspace = await mkdtemp(join(folder, 'workspace-'));
});

interface ActionRun extends StepResult {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the `run` steps in order, each with its expressions replaced, until one fails; then those of `always()`. */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  key: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const context = new Map([
    ['github.action_path', ROOT],
    ['github.workflow', 'CI'],
    ['github.job', 'gate'],
    ['github.token', TOKEN],
    ["join(matrix.*, ' ')", ''],
  ]);
  for (const [name, { default: value }] of Object.entries(action.inputs)) {
    context.set(`inputs.${name}`, inputs[name] ?? value);
  }
  const summary = join(workspace, 'summary');
  const temporary = join(workspace, 'temporary');
  await mkdir(temporary, { recursive: true });
  let all: StepResult = { code: 0, stdout: '', stderr: '' };
  const outputs: Record<string, string> = {};
  for (const { id = '', run, env = {}, if: condition = 'success()' } of action.runs.steps) {
    if (run === undefined || !holds(condition, all.code, context)) continue;
    const output = join(workspace, `output-${id}`);
    const given = Object.entries(env).map(([name, text]) => [name, evaluated(text, context)]);
    const result = await bashStep(run, {
      cwd: workspace,
      env: {
        ...Object.fromEntries(given),
        ASSAY_API_KEY: key,
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temporary,
        npm_config_offline: 'true',
        ...more,
      },
    });
    all = {
      code: all.code === 0 ? result.code : all.code,
      stdout: all.stdout + result.stdout,
      stderr: all.stderr + result.stderr,
    };
    for (const line of (await textOf(output)).split('\n')) {
      const [name = '', ...value] = line.split('=');
      if (name === '') continue;
      outputs[name] = value.join('=');
      context.set(`steps.${id}.outputs.${name}`, value.join('='));
    }
  }
  return { ...all, outputs, summary: await textOf(summary) };
}

/** The conditions of the steps: whether they follow a failure, and comparisons with `&&`. */
function holds(condition: string, code: number, context: ReadonlyMap<string, string>): boolean {
  return condition.split(' && ').every((part) => {
    if (part === 'always()') return true;
    if (part === 'success()') return code === 0;
    const [, name = '', operator, value] = /^(\S+) ([!=]=) '(.*)'$/.exec(part) ?? [];
    return ((context.get(name) ?? '') === value) === (operator === '==');
  });
}

function evaluated(text: string, context: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
    const value = context.get(name);
    if (value === undefined) throw new Error(`no value of this expression: ${name}`);
    return value;
  });
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}

async function gateway(faults: string[] = []) {
  const { address, keys } = await startReference({ faults });
  return { address, key: keys.first };
}

test('github action: a gate passes, with the reports and a summary', async () => {
  const { address, key } = await gateway();
  const gate = '--rule chat-created-integer --scenario chat --arrival-rate 5/s --duration 1s';
  const run = await runAction({ target: address, arguments: gate }, key);
  expect(run.outputs['exit-code'], run.stderr).toBe('0');
  expect(run.code).toBe(0);
  expect(run.summary).toMatch(/^# ✓ Assay: pass\n/);
  expect((await stat(join(workspace, 'assay-report', 'report.html'))).size).toBeGreaterThan(1000);
});

test('github action: a failure has the exit code of Assay and annotates assay.yaml', async () => {
  const { address, key } = await gateway(['chat-created-float']);
  await writeFile(join(workspace, 'assay.yaml'), `\ntarget: ${address}\n`);
  const run = await runAction(
    { command: 'conform', arguments: '--rule chat-created-integer' },
    key,
  );
  expect(run.code).toBe(1);
  expect(run.outputs['exit-code']).toBe('1');
  expect(run.stderr).toMatch(/^::error file=assay\.yaml,line=2,title=chat-created-integer failed/m);
});

test('github action: with the input comment, a failure is a comment of the pull request, and stays a failure', async () => {
  const { address, key } = await gateway(['chat-created-float']);
  const comments: Comment[] = [];
  const api = await commentsApi('github', comments);
  const run = await runAction(
    {
      target: address,
      command: 'conform',
      arguments: '--rule chat-created-integer',
      comment: 'true',
    },
    key,
    await jobOf('github', api.address, workspace),
  );
  expect(run.code).toBe(1);
  expect(run.outputs['exit-code']).toBe('1');
  expect(run.stdout).toContain('Added the comment in pull request 7.');
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toMatch(/# ✗ Assay: fail\n[\s\S]* of CI, gate {2}assay-report\n$/);
});

test('github action: without the input, nothing is sent to the API', async () => {
  const api = await commentsApi('github', []);
  await runAction({ command: 'list' }, 'key', await jobOf('github', api.address, workspace));
  expect(api.requests).toEqual([]);
});

test('github action: arguments have quotes as in a shell, and none is run as a command', async () => {
  const { address, key } = await gateway();
  const run = await runAction(
    {
      target: address,
      command: 'load',
      arguments:
        '--scenario chat --arrival-rate 5/s --duration 1s --slo "chat e2e p95 < 9s" --seed \'$(id >&2)\'',
    },
    key,
  );
  expect(run.outputs['exit-code']).toBe('3');
  expect(run.stderr).toContain('--seed needs');
  expect(run.stderr).toContain('$(id >&2)');
  expect(run.stderr).not.toContain('uid=');
});

test('github action: an unclosed quote in the arguments ends the step', async () => {
  const run = await runAction({ command: 'list', arguments: 'rules "' }, 'key');
  expect(run.code).not.toBe(0);
  expect(run.stderr).toMatch(/quote/);
});

test('github action: the packages of a version are installed by npm and run from there', async () => {
  const { address, key } = await gateway();
  const version = `${tarball} ${await engineTarball(folder)}`;
  const run = await runAction(
    { version, command: 'conform', target: address, arguments: '--rule chat-sync-json' },
    key,
  );
  const { program = '' } = run.outputs;
  expect(await readdir(join(program, '..', '..', '@assay'))).toEqual(['cli', 'engine-linux-x64']);
  expect(program).toMatch(/\/node_modules\/\.bin\/assay$/);
  expect(run.outputs['exit-code'], run.stderr).toBe('0');
});

test('github action: a name of the registry is refused as a version, because another may own it', async () => {
  const run = await runAction({ version: '0.1.0' }, 'key');
  expect(run.code).toBe(3);
  expect(run.stdout).toContain('::error::Input version: 0.1.0 is not a file (.tgz) or an address.');
});

test('github action: no input stands in a script, where it would run as a command', () => {
  for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
});
