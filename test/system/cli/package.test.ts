import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bundleScenario } from '../../../src/load/scenarios/bundle.ts';
import { bundledScenarios } from '../../../src/load/scenarios/scenario-files.ts';
import { PACKAGE_NAME } from '../../../src/report/manifest.ts';
import { testFolder } from '../../support/test-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const EXAMPLES = join(ROOT, 'examples', 'library');
const run = promisify(execFile);

const PACKED = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

const folder = await testFolder('package');
let paths: string[];

/**
 * Packs the package, and lays it where npm would install it, beside the packages of this checkout
 * without testcontainers, which npm does not install.
 */
beforeAll(async () => {
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
  await mkdir(join(modules, PACKAGE_NAME), { recursive: true });
  const strip = ['--strip-components=1', '-C', join(modules, PACKAGE_NAME)];
  await run('tar', ['-xzf', join(folder, filename), ...strip]);
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.') && name !== '@assay' && name !== 'testcontainers')
      await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  // The examples of docs/guides/library.md, as a project has them.
  for (const name of await readdir(EXAMPLES)) {
    await copyFile(join(EXAMPLES, name), join(folder, name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

/** Runs a program of the folder, as a CI server does. */
async function node(...words: string[]): Promise<string> {
  const env = { ...process.env, CI: '1', GATEWAY: 'embedded' };
  return (await run(process.execPath, words, { cwd: folder, env })).stdout;
}

/** Runs the installed command line in the folder. */
function assay(...parameters: string[]): Promise<string> {
  return node(join('node_modules', PACKAGE_NAME, 'bin', 'assay.js'), ...parameters);
}

test('package: it has neither tests nor sample reports, and no source', () => {
  const others = paths.filter((path) => /^(?:test|bench|reports|scripts)\/|_test\.go$/.test(path));
  expect(others).toEqual([]);
  expect(paths.filter((path) => /^(?:src|reference-).*\.ts$/.test(path))).toEqual([]);
});

test('package: it brings at most 20 packages', async () => {
  const flags = ['--all', '--parseable', '--omit=dev', '--omit=peer', '--workspaces=false'];
  const { stdout } = await run('npm', ['ls', ...flags], { cwd: ROOT });
  const [, ...brought] = stdout.trim().split('\n');
  expect(brought).toContain(join(ROOT, 'node_modules', 'esbuild'));
  expect(brought.length).toBeLessThanOrEqual(20);
});

test('package: --target container says how to install testcontainers', async () => {
  await expect(assay('conform', '--target', 'container')).rejects.toMatchObject({
    code: 3,
    stdout: '',
    stderr:
      '--target container needs the package testcontainers. Run "npm install testcontainers@12" beside Assay.\n',
  });
});

test('package: the scripts of its scenarios are those that a checkout makes', async () => {
  for (const { name, path } of bundledScenarios()) {
    const packed = join(
      folder,
      'node_modules',
      PACKAGE_NAME,
      'dist',
      'package',
      'scenarios',
      `${name}.js`,
    );
    expect(await readFile(packed, 'utf8'), name).toBe(await bundleScenario(path));
  }
});

test('package: a conformance run of the embedded gateway passes', async () => {
  const out = await assay('conform', '--target', 'embedded', '--area', 'chat-stream');
  expect(out).toMatch(/^ PASS /);
});

test.each(['gate', 'describe', 'overhead --upstream 127.0.0.1:0'])(
  'package: %s without a target is a mistake on a CI server, not a pass',
  async (command) => {
    await expect(assay(...command.split(' '))).rejects.toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'No target: give --target, or --target embedded to check the bundled gateway.\n',
    });
  },
);

test('package: doctor without a target is not ready on a CI server', async () => {
  await expect(assay('doctor')).rejects.toMatchObject({
    code: 3,
    stdout: expect.stringContaining('No target: give --target, or --target embedded'),
  });
});

test('package: a load run passes, and its judging threads start', async () => {
  const load = '--target embedded --scenario chat-stream --arrival-rate 20/s --duration 2s'.split(
    ' ',
  );
  expect(await assay('load', ...load)).toMatch(/^ PASS /);
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

test('library: the examples pass the type check of a strict project', async () => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    types: ['node'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  };
  const tsconfig = { compilerOptions, include: ['*.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  await expect(run(tsc, ['--project', folder])).resolves.toMatchObject({ stdout: '' });
});

test('library: the examples of conform and load run from the package', async () => {
  expect(await node('conform.ts')).toContain('pass');
  expect(await node('follow.ts')).toBe('pass\n');
  expect(await node('load.ts')).toMatch(/^chat ttft p95 < 800ms (?:true|null) [\d.]+\n$/);
});

test('library: the example of judge reads a recording of the command', async () => {
  const flags = '--target embedded --scenario chat --arrival-rate 10/s --duration 1s --quiet'.split(
    ' ',
  );
  await assay('load', ...flags, '--record', 'run.rec', '--slo', 'all errors <= 100%');
  expect(await node('judge.ts')).toMatch(/^(?:pass|inconclusive) 1\n$/);
});

test('library: the matcher, the custom rule and its table test run from the package', async () => {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const out = stripVTControlCharacters(
    await node(vitest, 'run', '--root', folder, '--reporter', 'verbose'),
  );
  expect(out).toContain('✓ gateway.test.ts > the gateway streams chats as the interface says');
  expect(out).toContain('team-no-server-header: a header that names the server is fail');
  expect(await assay('conform', '--target', 'embedded', '--area', 'custom', '--quiet')).toMatch(
    /^ PASS /,
  );
});
