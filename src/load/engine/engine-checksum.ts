import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

const READ_BYTES = 1024 * 1024;

/** What is at the place of a built engine. */
export type CachedEngine = 'whole' | 'damaged' | 'absent';

/** Whether a built engine is as its build left it: truncated or replaced files are damaged. */
export async function inspectEngine(binary: string): Promise<CachedEngine> {
  const checksum = await checksumOf(binary);
  if (checksum === undefined) return 'absent';
  const noted = await readFile(noteOf(binary), 'utf8').catch(() => '');
  if (noted.trim() !== checksum) return 'damaged';
  return access(binary, constants.X_OK).then(
    () => 'whole',
    () => 'damaged',
  );
}

/** Notes the checksum of a build beside the place that it will have. */
export async function noteChecksum(built: string, binary: string): Promise<void> {
  await writeFile(noteOf(binary), `${await checksumOf(built)}\n`);
}

function noteOf(binary: string): string {
  return `${binary}.sha256`;
}

/** SHA-256 of a file, in hex; undefined when there is none that can be read. */
async function checksumOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
