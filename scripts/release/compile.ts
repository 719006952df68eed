import { join } from 'node:path';
import { type BuildOptions, build, type OutputFile } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/** The command line, and what it starts in a thread or a process. */
const STARTED = ['src/cli.ts', 'src/load/judging/workers/worker.ts', 'reference-server/main.ts'];

/** What `exports` of package.json names: sources from the root of the repository. */
export const EXPORTED = ['index', 'rule', 'testing', 'vitest'].map(
  (name) => `src/library/${name}.ts`,
);

/**
 * Compiles what an installed package starts or exports: Node runs no TypeScript below `node_modules`.
 *
 * @param folder absolute path of `dist/package` in the package
 * @param packages how those that it imports are treated; npm installs them beside it
 * @returns the files that belong there, not yet written
 */
export async function compile(
  folder: string,
  packages: BuildOptions = { packages: 'external' },
): Promise<readonly OutputFile[]> {
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
  return outputFiles;
}
