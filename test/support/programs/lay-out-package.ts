import { copyFile, mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { compile, writeFiles } from '../../../scripts/release/compile.ts';
import { ASSAY, COMPILED, PACKAGE } from './package-paths.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * The packages that every start reads are a part of it: that takes a third of the processor time of a
 * start, because Node then finds and reads two files and not two hundred.
 */
const BUNDLED = {
  external: ['esbuild', 'testcontainers', 'vitest'],
  // What the packages in CommonJS call.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};

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
  const target = join(ROOT, path);
  if ((await readlink(at).catch(() => undefined)) === target) return;
  // Another worker may link it at the same time, and a copied checkout still has the links of the first.
  const unfinished = `${at}.${process.pid}`;
  await symlink(target, unfinished);
  await rename(unfinished, at);
}

async function writeCompiled(): Promise<void> {
  const outputs = await compile(COMPILED, BUNDLED);
  await writeFiles(COMPILED, new Map(outputs.map(({ path, contents }) => [path, contents])));
}
