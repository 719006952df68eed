import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { findContainerEngine } from '../../../src/target/container-engine.ts';
import { folderOfTest } from '../../support/test-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** A name of its own: another run on this machine builds another. */
const IMAGE = `assay-image-test:${process.pid}`;
/** What the limit of 300 MB leaves beside Debian and Node: 75 and 126 MB. */
const ADDED_BYTES = 95e6;

const InspectedSchema = z.tuple([
  z.object({ Size: z.number(), Config: z.object({ User: z.string() }) }),
]);

const run = promisify(execFile);
let missing: string | undefined;

beforeAll(async () => {
  try {
    await findContainerEngine();
  } catch (error) {
    missing = String(error);
    return;
  }
  await run('npm', ['run', 'image', '--', IMAGE], { cwd: ROOT });
});

beforeEach(({ skip }) => {
  if (missing !== undefined) skip(missing);
});

afterAll(async () => {
  if (missing === undefined) await run('docker', ['image', 'rm', '--force', IMAGE]);
});

/** Runs the command line in a container without a network, which can write to `/tmp` only. */
async function assay(...parameters: string[]): Promise<string> {
  const confined = ['--network=none', '--read-only', '--tmpfs=/tmp', '--cap-drop=ALL'];
  const options = [...confined, '--security-opt=no-new-privileges'];
  return (await run('docker', ['run', '--rm', ...options, IMAGE, ...parameters])).stdout;
}

async function inspected(image: string) {
  const { stdout } = await run('docker', ['image', 'inspect', image]);
  return InspectedSchema.parse(JSON.parse(stdout))[0];
}

test('image: a gate of the embedded gateway runs its conformance and its load with the bundled engine', async () => {
  const flags = ['--area', 'chat-stream', '--scenario', 'chat-stream', '--arrival-rate', '5/s'];
  // On a busy machine the generator of the container may fall behind, which is exit code 2.
  const gate = assay('gate', ...flags, '--duration', '2s', '--out', '/tmp/reports');
  const out = await gate.catch(({ code, stdout }) => (code === 2 ? String(stdout) : gate));
  expect(out).toMatch(/ rules +[1-9]\d* required passed/);
  expect(out).toMatch(/ [1-9]\d* requests, 0 errors/);
});

test('image: its user is a number, and no root', async () => {
  expect((await inspected(IMAGE)).Config.User).toBe('1000:1000');
});

test('image: it has neither npm nor Go, and stays under 300 MB with Debian and Node', async () => {
  const code = `
    const { existsSync, readdirSync } = require('node:fs');
    const found = process.env.PATH.split(':').filter(existsSync).flatMap((path) => readdirSync(path));
    console.log(JSON.stringify(['npm', 'npx', 'go'].filter((name) => found.includes(name))));
    console.log(existsSync('/usr/local/lib/node_modules'));`;
  const command = ['run', '--rm', '--entrypoint', 'node', IMAGE, '-e', code];
  expect((await run('docker', command)).stdout).toBe('[]\nfalse\n');
  const { stdout } = await run('docker', [
    'history',
    '--human=false',
    '--no-trunc',
    '--format={{.Size}} {{.CreatedBy}}',
    IMAGE,
  ]);
  const [added = ''] = stdout.split('\n').filter((line) => /COPY .*\/opt\/assay/.test(line));
  expect(Number.parseInt(added, 10)).toBeGreaterThan(40e6);
  expect(Number.parseInt(added, 10)).toBeLessThan(ADDED_BYTES);
  // Whatever the base: the stand-in of this project has Node only.
  expect((await inspected(IMAGE)).Size).toBeLessThan(300e6);
});

test('image: a user of the machine gets the reports in a folder that is mounted', async () => {
  const folder = await folderOfTest('image');
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const mounted = ['--user', `${uid}:${gid}`, '--volume', `${folder}:/work`];
  const command = ['conform', '--rule', 'chat-created-integer', '--out', 'reports'];
  await run('docker', ['run', '--rm', ...mounted, IMAGE, ...command]);
  expect(await readdir(join(folder, 'reports'))).toContain('report.html');
});
