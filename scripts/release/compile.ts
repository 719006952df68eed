import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundleScenario } from '../../src/load/scenarios/bundle.ts';
import { bundledScenarios } from '../../src/load/scenarios/scenario-files.ts';
import { declarations } from './declarations.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The command line, and what it starts in a thread or a process. */
const STARTED = ['src/cli.ts', 'src/load/judging/workers/worker.ts', 'reference-server/main.ts'];

/** What `exports` of package.json names: sources from the root of the repository. */
export const EXPORTED = ['index', 'rule', 'testing', 'vitest'].map(
  (name) => `src/library/${name}.ts`,
);

export interface CompiledFile {
  /** Absolute. */
  readonly path: string;
  readonly contents: Uint8Array;
}

/**
 * Compiles what an installed package starts or exports: Node runs no TypeScript below `node_modules`. The
 * scripts of the bundled scenarios are compiled, too, so that no load has to.
 *
 * @param folder absolute path of `dist/package` in the package
 * @param packages how those that it imports are treated; npm installs them beside it
 * @returns the files that belong there, not yet written
 */
export async function compile(
  folder: string,
  packages: BuildOptions = { packages: 'external' },
): Promise<readonly CompiledFile[]> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...STARTED, ...EXPORTED],
    outdir: folder,
    outbase: '.',
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    ...packages,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    legalComments: 'none',
    write: false,
  });
  const scripts = bundledScenarios().map(async ({ name, path }) => ({
    path: join(folder, 'scenarios', `${name}.js`),
    contents: Buffer.from(await bundleScenario(path)),
  }));
  return [...outputFiles, ...(await Promise.all(scripts))];
}

/**
 * Makes a folder contain exactly these files. What is the same already is left alone, so that several
 * builds of one source do not disturb each other.
 * @param files by absolute path
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [path, content] of files) {
    const written = await readFile(path).catch(() => undefined);
    if (written?.equals(content) === true) continue;
    await mkdir(dirname(path), { recursive: true });
    const unfinished = `${path}.${process.pid}.unfinished`;
    await writeFile(unfinished, content);
    await rename(unfinished, path);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOurs = !entry.name.endsWith('.unfinished');
    if (entry.isFile() && isOurs && !files.has(path)) await rm(path, { force: true });
  }
}

/** A checkout runs from source and needs none of it. */
if (import.meta.main) {
  const [code, types] = [join(ROOT, 'dist', 'package'), join(ROOT, 'dist', 'types')];
  const compiled = await compile(code);
  await writeFiles(code, new Map(compiled.map(({ path, contents }) => [path, contents])));
  await writeFiles(types, await declarations(EXPORTED, types));
}
