import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';

/** The Go module of the load engine. */
export const ENGINE_FOLDER = join(PACKAGE_FOLDER, 'engine');

/** A digest of all that a build of the engine reads, and of what builds it; hex. */
export async function engineDigest(folder: string, toolchain: string): Promise<string> {
  const hash = createHash('sha256').update(toolchain);
  for (const path of await buildInputs(folder)) {
    hash.update(`\0${path}\0`).update(await readFile(join(folder, path)));
  }
  return hash.digest('hex').slice(0, 32);
}

/** The version that `go.mod` asks for, such as `1.25`. */
export async function requiredGo(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'go.mod'), 'utf8');
  return /^go (\d+\.\d+)/m.exec(text)?.[1] ?? '1.25';
}

async function buildInputs(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) => /(^|\/)go\.(mod|sum)$|(?<!_test)\.go$/.test(path)).toSorted();
}
