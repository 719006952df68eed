import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { compile } from '../../../scripts/release/compile.ts';
import { ASSAY, COMPILED, PACKAGE } from './package-paths.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const ManifestSchema = z.object({ files: z.array(z.string()) });

/** Lays this checkout out as npm would install it. What is the same already is left alone. */
export async function layOutPackage(): Promise<void> {
  const { files } = ManifestSchema.parse(
    JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')),
  );
  const linked = files.filter((path) => !/^(?:!|bin$|dist\/)/.test(path));
  await Promise.all(['package.json', ...linked].map(link));
  // A link would start the source, which is beside its target.
  await mkdir(dirname(ASSAY), { recursive: true });
  await copyFile(join(ROOT, 'bin', 'assay.js'), ASSAY);
  await writeCompiled();
}

async function link(path: string): Promise<void> {
  const at = join(PACKAGE, path);
  await mkdir(dirname(at), { recursive: true });
  await symlink(join(ROOT, path), at).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function writeCompiled(): Promise<void> {
  const outputs = await compile(COMPILED);
  for (const { path, contents } of outputs) {
    await mkdir(dirname(path), { recursive: true });
    const written = await readFile(path).catch(() => undefined);
    if (written === undefined || !written.equals(contents)) await writeFile(path, contents);
  }
  const current = new Set(outputs.map(({ path }) => path));
  for (const entry of await readdir(COMPILED, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !current.has(path)) await rm(path);
  }
}
