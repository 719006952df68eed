import { open } from 'node:fs/promises';
import { FrameChecksum } from '../../../src/load/recording/frame-reader.ts';
import { END, exchangeHeader, frameBytes, HELLO } from '../../load/tap/frame-bytes.ts';

const EXCHANGES_A_PIECE = 4000;

/** Writes a recording that takes seconds to judge. */
export async function writeLargeRecording(path: string, exchanges: number): Promise<void> {
  const file = await open(path, 'w');
  const checksum = new FrameChecksum();
  const one = frameBytes('exchange', exchangeHeader(), 'data: {}\n\ndata: [DONE]\n\n');
  await file.write(checksum.seal(frameBytes('hello', HELLO)));
  for (let at = 0; at < exchanges; at += EXCHANGES_A_PIECE) {
    const piece = Array.from({ length: EXCHANGES_A_PIECE }, () => checksum.seal(one));
    await file.write(Buffer.concat(piece));
  }
  await file.write(checksum.seal(frameBytes('end', { ...END, exchanges })));
  await file.close();
}
