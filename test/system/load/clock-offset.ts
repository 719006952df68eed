import { readFile, writeFile } from 'node:fs/promises';
import { frameAt, frameSize } from '../../../src/exchange/frames.ts';
import { CHECKSUM_BYTES, FrameChecksum } from '../../../src/load/recording/frame-reader.ts';

/** Copies a recording as if the wall clock of its machine had been ahead by this time. */
export async function copyWithClockAhead(
  source: string,
  path: string,
  aheadMs: number,
): Promise<void> {
  const bytes = await readFile(source);
  const checksum = new FrameChecksum();
  const frames: Buffer[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const size = frameSize(bytes, offset);
    const frame = Buffer.from(bytes.subarray(offset, offset + size));
    if (offset === 0) setClockAhead(frame, aheadMs);
    frames.push(checksum.seal(frame));
    offset += size + CHECKSUM_BYTES;
  }
  await writeFile(path, Buffer.concat(frames));
}

/** Changes the wall clock in `hello`, whose number has the same digits before and after. */
function setClockAhead(hello: Buffer, aheadMs: number): void {
  const { header } = frameAt(hello, 0);
  const changed = header
    .toString()
    .replace(
      /("originUnixNs":)(\d+)/,
      (_, name, ns) => `${name}${BigInt(ns) + BigInt(aheadMs) * 1_000_000n}`,
    );
  header.write(changed);
}
