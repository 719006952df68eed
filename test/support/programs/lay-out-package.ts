import { copyFile, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { compile } from '../../../scripts/release/compile.ts';
import { writeFiles } from '../../../scripts/release/write-files.ts';
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
  await writeFiles(COMPILED, new Map(outputs.map(({ path, contents }) => [path, contents])));
}
