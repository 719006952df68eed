import { createReadStream } from 'node:fs';

/** A file was not read to its end, because it is larger than the limit. */
class FileTooLarge extends Error {
  override name = 'FileTooLarge' as const;
  readonly code = 'EFBIG';
}

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, in memory. A pipe or a device may be
 * named, such as `/dev/stdin`.
 * @param maximumBytes `/dev/zero` has no end
 * @throws FileTooLarge, and the errors of the file system, all with a code
 */
export async function readTextFile(file: string, maximumBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  const input = createReadStream(file);
  for await (const piece of input.iterator({ destroyOnReturn: true })) {
    if (!Buffer.isBuffer(piece)) continue;
    sizeBytes += piece.length;
    if (sizeBytes > maximumBytes) {
      throw new FileTooLarge(`The file has more than ${maximumBytes} bytes.`);
    }
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  return new TextDecoder(encodingOf(bytes), { ignoreBOM: true }).decode(bytes);
}

/** PowerShell and editors of Windows write UTF-16 with a mark at its beginning. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** The code of an error of the system, such as `ENOENT`; the whole error where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
