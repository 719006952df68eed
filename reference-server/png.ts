import { crc32, deflateSync } from 'node:zlib';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A greyscale PNG of 8 bits: a diagonal gradient. */
export function drawPng({ width, height }: Size): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const stride = width + 1;
  const pixels = Buffer.alloc(stride * height);
  const gradient = Buffer.from(Array.from({ length: 256 + width }, (_, at) => at % 256));
  for (let row = 0; row < height; row += 1) {
    gradient.copy(pixels, row * stride + 1, row % 256, (row % 256) + width);
  }
  const data = deflateSync(pixels, { level: 1 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + typed.length);
  frame.writeUInt32BE(data.length, 0);
  typed.copy(frame, 4);
  frame.writeUInt32BE(crc32(typed), 4 + typed.length);
  return frame;
}
