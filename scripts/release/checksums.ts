import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'SHA256SUMS';

/** Writes the digests of all files in `folder` to `SHA256SUMS` there, for `sha256sum --check`. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== FILE).toSorted();
  const lines = names.map(async (name) => {
    const digest = createHash('sha256').update(await readFile(join(folder, name)));
    return `${digest.digest('hex')}  ${name}\n`;
  });
  await writeFile(join(folder, FILE), (await Promise.all(lines)).join(''));
}
