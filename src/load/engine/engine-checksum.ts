import { createHash } from 'node:crypto';
import { access, constants, type FileHandle, open, readFile } from 'node:fs/promises';
import { writeWhole } from '../../input/write-whole.ts';

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
  await writeWhole(noteOf(binary), `${await checksumOf(built)}\n`);
}

function noteOf(binary: string): string {
  return `${binary}.sha256`;
}

/** SHA-256 of a file, in hex; undefined when there is none that can be read. */
async function checksumOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    return file && (await digestOf(file));
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

/** Reads into one buffer: the pieces of a stream would leave the 65 MB of an engine as garbage. */
async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
  }
}
