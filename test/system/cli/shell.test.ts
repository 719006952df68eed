import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ASSAY } from '../../support/programs/package-paths.ts';
import { testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

/** What a pipe holds without a reader. */
const PIPE_BYTES = 65_536;

const folder = await testFolder('shell');

/** Each as the shell sees it; `usage.test.ts` runs the command line without a process. */
test.each([
  ['a list', ['list', 'rules'], 0, /^chat-stream-done-once-last /m, /^$/],
  ['help', ['--help'], 0, /^Usage: assay /, /^$/],
  ['an unknown command', ['gat'], 3, /^$/, /Unknown command 'gat'\. Did you mean gate/],
  ['nothing that listens', ['conform', '--target', 'http://127.0.0.1:9'], 2, /^$/, /ECONNREFUSED/],
])('assay: the exit code and the output of %s reach the shell', async (_, args, ...expected) => {
  const [code, stdout, stderr] = expected;
  const run = await assay(args, { env: { ASSAY_API_KEY: 'test_live_0123456789abcdef' } });
  expect(run.stderr).toMatch(stderr);
  expect(run.stdout).toMatch(stdout);
  expect(run.code).toBe(code);
});

test('assay init: an example is written once and never overwrites a file', async () => {
  const first = await assay(['init'], { cwd: folder });
  expect(first.stdout).toMatch(/^Wrote assay\.yaml\n/);
  const second = await assay(['init'], { cwd: folder });
  expect(second.stderr).toBe('assay.yaml already exists. Choose another name or delete it.\n');
  expect(second.code).toBe(3);
});

test('assay load: progress without a reader is not a failure', async () => {
  const code = join(folder, 'code');
  const load = '"$0" "$1" load --scenario chat --duration 1s --out "$2" 2>&1 >/dev/null';
  const args = ['-c', `(${load}; echo $? >"$3") | true; cat "$3"`, process.execPath, ASSAY];
  const { stdout } = await promisify(execFile)('sh', [...args, join(folder, 'unread'), code]);
  expect(stdout).toBe('0\n');
});

test('assay load: a slow reader receives all of a long report through a pipe', async () => {
  const load = '"$0" "$1" load --scenario chat --duration 1s --out "$2" --json';
  const args = [
    '-c',
    `${load} | { sleep 8; cat; }`,
    process.execPath,
    ASSAY,
    join(folder, 'piped'),
  ];
  const { stdout } = await promisify(execFile)('sh', args);
  expect(stdout.length).toBeGreaterThan(PIPE_BYTES);
  expect(JSON.parse(stdout)).toMatchObject({ command: 'load' });
});

test('serve: its export lines, pasted into a shell, are enough for a run against it', async () => {
  const [base = '', ...lines] = await served(4);
  const address = base.replace('base address ', '');
  const exports = lines.filter((line) => line.startsWith('export '));
  const rule = 'chat-stream-done-once-last';
  const program = `'${process.execPath}' '${ASSAY}'`;
  const run = `${program} conform --target ${address} --rule ${rule} --format text --quiet`;
  expect(await shell([...exports, run])).toMatchObject({ code: 0, stderr: '' });
});

test('serve: a port that is taken ends it at once, with exit code 3', async () => {
  const [base = ''] = await served(1);
  const { port } = new URL(base.replace('base address ', ''));
  const { code, stderr } = await shell([`'${process.execPath}' '${ASSAY}' serve --port ${port}`]);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: `The port is already in use: 127.0.0.1:${port}. Choose another one with --port.\n`,
  });
});

/** The first lines of a gateway that ends with the test. */
async function served(count: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [ASSAY, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

async function shell(
  lines: readonly string[],
): Promise<{ readonly code: unknown; readonly stderr: string }> {
  const { ASSAY_API_KEY: _, ASSAY_API_KEY_2: __, ...inherited } = process.env;
  const child = spawn('sh', ['-c', lines.join('\n')], {
    env: inherited,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
