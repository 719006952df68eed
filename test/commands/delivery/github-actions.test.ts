import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { githubCommands } from '../../../src/commands/delivery/github-actions.ts';
import type { Annotation } from '../../../src/report/annotations.ts';
import { json } from '../../../src/report/formats/json.ts';
import { failingGate, passingGate } from '../../report/sample-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { folderOfTest } from '../../support/test-folder.ts';

let folder: string;
let summary: string;

beforeEach(async () => {
  folder = await folderOfTest('github');
  summary = join(folder, 'step-summary.md');
});

/** The environment of a step, in which the folder is the checkout. */
function step(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: summary,
    ...more,
  };
}

async function faultyGateway(): Promise<{ readonly address: string; readonly key: string }> {
  const { address, keys } = await startReference({ faults: ['chat-created-float'] });
  return { address, key: keys.first };
}

const RULE = ['--rule', 'chat-created-integer'];

test('github actions: a failed rule is an error at the line of its operation, without a flag', async () => {
  const { address, key } = await faultyGateway();
  await writeFile(join(folder, 'assay.yaml'), `target: ${address}\nmodels:\n  chat: ref-chat\n`);
  const run = await assay(['conform', ...RULE, '--out', 'out'], {
    env: step({ ASSAY_API_KEY: key }),
    cwd: folder,
  });
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(
    /^::error file=assay\.yaml,line=3,title=chat-created-integer failed \(required rule\)::.*expected integer, got /m,
  );
  expect(await readFile(summary, 'utf8')).toBe(
    `${await readFile(join(folder, 'out', 'summary.md'), 'utf8')}\n`,
  );
});

test('github actions: with --json the standard output is JSON only', async () => {
  const { address, key } = await faultyGateway();
  const run = await assay(
    ['conform', ...RULE, '--target', address, '--json', '--out', join(folder, 'out')],
    { env: step({ ASSAY_API_KEY: key }) },
  );
  expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'fail' });
  expect(run.stderr).toMatch(/^::error title=chat-created-integer failed/m);
});

test.each([
  ['elsewhere', [], { GITHUB_ACTIONS: '' }],
  ['with --no-annotations', ['--no-annotations'], {}],
])('github actions: %s there is neither an annotation nor a summary', async (_, flags, env) => {
  const { address, key } = await faultyGateway();
  const run = await assay(
    ['conform', ...RULE, '--target', address, '--out', join(folder, 'out'), ...flags],
    { env: step({ ASSAY_API_KEY: key, ...env }) },
  );
  expect(run.code).toBe(1);
  expect(run.stderr).not.toContain('::error');
  await expect(stat(summary)).rejects.toThrow('ENOENT');
});

test('github actions: a run without a report is annotated with its message, without the key', async () => {
  const key = 'test_live_100%0123456789';
  const run = await assay(['conform', '--target', `http://127.0.0.1:9/${key}`], {
    env: step({ ASSAY_API_KEY: key }),
  });
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(
    /^::error title=Assay ended without a report::Target refused the connection: /m,
  );
  expect(run.stderr).not.toContain('test_live');
});

test('github actions: the text of a gateway is never a workflow command', async () => {
  const { origin } = await serveInTest((socket) => socket.write('::add-mask::a ##[error]b\r\n'));
  const run = await assay(
    ['conform', '--target', origin, '--rule', 'transport-speaks-http', '--out', folder],
    { env: step({ ASSAY_API_KEY: 'test_live_0123456789' }) },
  );
  expect(run.code).toBe(1);
  const lines = `${run.stdout}\n${run.stderr}`.split('\n');
  const commands = lines.filter(
    (line) => line.trimStart().startsWith('::') || line.includes('##['),
  );
  expect(commands.filter((line) => !line.startsWith('::error title='))).toEqual([]);
  expect(run.stdout).toContain('add-mask');
});

test('github actions: a summary that would exceed 1 MiB is cut at a line and says so', async () => {
  await writeFile(summary, 'x'.repeat(1024 * 1024 - 400));
  const before = join(folder, 'before.json');
  const after = join(folder, 'after.json');
  await writeFile(before, json.render(passingGate()));
  await writeFile(after, json.render(failingGate()));
  const run = await assay(['compare', before, after, '--out', join(folder, 'out')], {
    env: step(),
  });
  expect(run.stderr).toMatch(/^::warning title=Compared targets differ::/m);
  const text = await readFile(summary, 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
  expect(text).toMatch(/\nThe rest is omitted: a step summary has at most 1 048 576 bytes\.\n$/);
});

test('github actions: a summary that cannot be written is reported and changes no exit code', async () => {
  const before = join(folder, 'before.json');
  await writeFile(before, json.render(passingGate()));
  const run = await assay(['compare', `a=${before}`, `b=${before}`, '--out', join(folder, 'out')], {
    env: step({ GITHUB_STEP_SUMMARY: folder }),
  });
  expect(run.code).toBe(0);
  expect(run.stderr).toMatch(/^Cannot write the step summary: \S+ \(EISDIR\)\./m);
});

const ERROR: Annotation = { level: 'error', title: 'a', message: 'b' };

test('github commands: a line break or a percent sign in a message is escaped', () => {
  const line = githubCommands([{ ...ERROR, message: '100 %\nof\r\nall: yes, really' }], undefined);
  expect(line).toBe('::error title=a::100 %25%0Aof␍%0Aall: yes, really\n');
});

test('github commands: a title cannot add a property or end them', () => {
  const line = githubCommands([{ ...ERROR, title: 'x,file=a::b' }], undefined);
  expect(line).toBe('::error title=x%2Cfile=a%3A%3Ab::b\n');
});

test('github commands: a path starts from the root of the checkout', () => {
  const place = { file: join('gateways', 'a,b.yaml'), line: 7 };
  expect(githubCommands([{ ...ERROR, place }], resolve('.'))).toBe(
    '::error file=gateways/a%2Cb.yaml,line=7,title=a::b\n',
  );
  expect(githubCommands([{ ...ERROR, place }], resolve('..'))).toMatch(
    /^::error file=[^/,]+\/gateways\//,
  );
});

test('github commands: a file outside of the checkout is not named', () => {
  const place = { file: resolve('..', 'assay.yaml'), line: 7 };
  expect(githubCommands([{ ...ERROR, place }], resolve('.'))).toBe('::error title=a::b\n');
});

test('github commands: the tenth of more than ten errors counts the rest', () => {
  const many = Array.from({ length: 31 }, (_, index) => ({ ...ERROR, title: `e${index}` }));
  const lines = githubCommands([...many, { ...ERROR, level: 'warning' }], undefined)
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[9]).toBe('::error title=22 more errors::See the step summary and the HTML report.');
  expect(lines[10]).toMatch(/^::warning /);
});
