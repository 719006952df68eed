import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { enginePackage, packagedEngine } from '../../../src/load/engine/find-engine.ts';

const NAME = enginePackage(process.platform, process.arch);

/** An installed Assay of version 1.2.3. @returns its folder, and that of all packages */
async function installed(): Promise<{ assay: string; modules: string }> {
  const root = await mkdtemp(join(tmpdir(), 'assay-engine-package-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const modules = join(root, 'node_modules');
  const assay = join(modules, 'assay');
  await addPackage(assay, '1.2.3');
  return { assay, modules };
}

async function addPackage(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
}

test('without an engine package for this platform there is none', async () => {
  const { assay, modules } = await installed();
  await addPackage(join(modules, '@assay', 'engine-plan9-x64'), '1.2.3');
  expect(await packagedEngine(assay)).toBeUndefined();
});

test('an engine package is found beside Assay and below it', async () => {
  for (const place of ['beside', 'below']) {
    const { assay, modules } = await installed();
    const home = place === 'beside' ? join(modules, NAME) : join(assay, 'node_modules', NAME);
    await addPackage(home, '1.2.3');
    expect(await packagedEngine(assay)).toBe(join(home, 'engine'));
  }
});

test('an engine package of another version is refused with the version to install', async () => {
  const { assay, modules } = await installed();
  await addPackage(join(modules, NAME), '1.2.4');
  await expect(packagedEngine(assay)).rejects.toThrow(
    `The load engine belongs to another version: ${NAME} is 1.2.4, Assay is 1.2.3. Install ${NAME}@1.2.3.`,
  );
});
