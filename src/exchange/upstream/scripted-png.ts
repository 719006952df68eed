import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LATIN_1 = 'latin1';
/** Type, length and checksum of a chunk. */
const CHUNK_BYTES = 12;

/**
 * A whole PNG of exactly this size in bytes (PNG specification, third edition): white, 8 by 8, and
 * with a comment that makes up the rest.
 * @param comment the beginning of that comment, in ASCII
 */
export function pngOf(sizeBytes: number, comment: string): Buffer {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]);
  const rows = Buffer.concat(Array.from({ length: 8 }, () => Buffer.from([0, ...WHITE])));
  const begin = [SIGNATURE, chunk('IHDR', header)];
  const end = [chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  const text = Buffer.from(`Comment\0${comment} `, LATIN_1);
  const taken = [...begin, ...end].reduce((sum, { length }) => sum + length, CHUNK_BYTES);
  const data = Buffer.alloc(Math.max(text.length, sizeBytes - taken), 'filler ', LATIN_1);
  text.copy(data);
  return Buffer.concat([...begin, chunk('tEXt', data), ...end]);
}

const WHITE = new Uint8Array(8).fill(255);

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, LATIN_1), data]);
  const frame = Buffer.alloc(CHUNK_BYTES + data.length);
  frame.writeUInt32BE(data.length, 0);
  typed.copy(frame, 4);
  frame.writeUInt32BE(crc32(typed), 4 + typed.length);
  return frame;
}
