import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Compiles what an installed package starts into `dist/package`: Node runs no TypeScript below
 * `node_modules`. A checkout runs from source and needs none of it.
 */

const ROOT = join(import.meta.dirname, '..', '..');

/** The command line, and what it starts in a thread or a process. */
const STARTED = ['src/cli.ts', 'src/load/judging/workers/worker.ts', 'reference-server/main.ts'];

await rm(join(ROOT, 'dist', 'package'), { recursive: true, force: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: STARTED,
  outdir: 'dist/package',
  outbase: '.',
  chunkNames: 'chunks/[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  legalComments: 'none',
});
