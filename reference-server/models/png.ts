import { crc32, deflateSync } from 'node:zlib';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The first bytes of a PNG. */
export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Greyscale with 8 bits a pixel, not interlaced. */
const FORM = [8, 0, 0, 0, 0];

/**
 * A greyscale PNG with stripes (PNG specification, third edition).
 *
 * @param text of a tEXt chunk before the pixels: a keyword, NUL, the text
 */
export function drawPng({ width, height }: Size, text?: string): Buffer {
  const header = Buffer.from([...Array<number>(8).fill(0), ...FORM]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // A row is its filter byte and pixels that are 0 or 1.
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => (x >> 3) & 1)]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    text === undefined ? Buffer.alloc(0) : pngChunk('tEXt', Buffer.from(text, 'latin1')),
    pngChunk('IDAT', deflateSync(pixels, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + typed.length);
  frame.writeUInt32BE(data.length, 0);
  typed.copy(frame, 4);
  frame.writeUInt32BE(crc32(typed), 4 + typed.length);
  return frame;
}
