import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
