import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LATIN_1 = 'latin1';
/** Type, length and checksum of a chunk. */
const CHUNK_BYTES = 12;

/**
 * A whole PNG of this number of bytes, or of more where its pixels need them (PNG specification, third
 * edition). It is black, and a comment makes up the rest.
 * @param size such as `96x64`
 * @param comment the beginning of that comment, in ASCII
 */
export function pngOf(size: string, totalBytes: number, comment: string): Buffer {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const begin = [SIGNATURE, chunk('IHDR', header)];
  const end = [chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  const taken = [...begin, ...end].reduce((sum, { length }) => sum + length, CHUNK_BYTES);
  const begins = Buffer.from(`Comment\0${comment} `, LATIN_1);
  const text = Buffer.alloc(Math.max(totalBytes - taken, begins.length), 'filler ', LATIN_1);
  begins.copy(text);
  return Buffer.concat([...begin, chunk('tEXt', text), ...end]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, LATIN_1), data]);
  const frame = Buffer.alloc(CHUNK_BYTES + data.length);
  frame.writeUInt32BE(data.length, 0);
  typed.copy(frame, 4);
  frame.writeUInt32BE(crc32(typed), 4 + typed.length);
  return frame;
}
