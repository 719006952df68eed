import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

const PACKED = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

let folder: string;
let paths: string[];

/** Packs the package, and lays it where npm would install it, beside the packages of this checkout. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-package-'));
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', folder],
    {
      cwd: ROOT,
    },
  );
  const [{ filename, files }] = PACKED.parse(JSON.parse(stdout));
  paths = files.map(({ path }) => path);
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'assay'), { recursive: true });
  const strip = ['--strip-components=1', '-C', join(modules, 'assay')];
  await run('tar', ['-xzf', join(folder, filename), ...strip]);
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the installed command line in the empty folder. */
async function assay(...parameters: string[]): Promise<string> {
  const bin = join(folder, 'node_modules', 'assay', 'bin', 'assay.js');
  return (await run(process.execPath, [bin, ...parameters], { cwd: folder })).stdout;
}

test('package: it has neither tests nor sample reports, and only the source of the rules', () => {
  const others = paths.filter((path) => /^(?:test|bench|reports|scripts)\/|_test\.go$/.test(path));
  expect(others).toEqual([]);
  const source = paths.filter((path) => path.endsWith('.ts') && /^(?:src|reference-)/.test(path));
  expect(source.filter((path) => !path.startsWith('src/conformance/rules/'))).toEqual([]);
});

test('package: a conformance run of the embedded gateway passes', async () => {
  const out = await assay('conform', '--area', 'chat-stream');
  expect(out).toContain('All checks passed');
});

test('package: a load run passes, and its judging threads start', async () => {
  const load = ['--scenario', 'chat-stream', '--arrival-rate', '20/s', '--duration', '2s'];
  expect(await assay('load', ...load)).toContain('All checks passed');
  const report = z
    .object({ load: z.object({ judgedShare: z.number() }) })
    .parse(
      JSON.parse(
        await assay('load', ...load, '--judge', 'after', '--judge-workers', '1', '--json'),
      ),
    );
  expect(report.load.judgedShare).toBe(1);
});

test('package: rules are explained, and a configuration is written', async () => {
  expect(await assay('explain', 'chat-id-unique')).toContain('harm        If two answers');
  expect(await assay('init', 'written.yaml')).toContain('written.yaml');
});
