import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';

/** The Go module of the load engine. */
export const ENGINE_FOLDER = join(PACKAGE_FOLDER, 'engine');

/** A digest of all that a build of the engine reads, and of what builds it; hex. */
export async function engineDigest(folder: string, toolchain: string): Promise<string> {
  const digest = await digestOf(folder, await buildInputs(folder), toolchain);
  return digest.slice(0, 32);
}

/** A digest of the names and the contents of some files of a folder, after a text; hex. */
export async function digestOf(
  folder: string,
  paths: readonly string[],
  text = '',
): Promise<string> {
  const hash = createHash('sha256').update(text);
  for (const path of paths) {
    hash.update(`\0${path}\0`).update(await readFile(join(folder, path)));
  }
  return hash.digest('hex');
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
