import type { Size } from './png.ts';

/**
 * A lossless WebP of one colour (RFC 9649 §3). Its five prefix codes have one symbol each, so
 * that the pixels take no bits.
 */
export function drawWebp(size: Size): Buffer {
  return riff([['VP8L', losslessImage(size)]]);
}

/** A grey lossy WebP (RFC 6386): bits of 0 stand for every default, and for blocks without residue. */
export function drawLossyWebp(size: Size): Buffer {
  return riff([['VP8 ', keyFrame(size)]]);
}

/** A WebP with a canvas, a lossless image and metadata after it (RFC 9649 §2.7). */
export function drawExtendedWebp(size: Size): Buffer {
  const canvas = Buffer.alloc(10);
  canvas.writeUInt8(HAS_EXIF | HAS_XMP, 0);
  canvas.writeUIntLE(size.width - 1, 4, 3);
  canvas.writeUIntLE(size.height - 1, 7, 3);
  return riff([
    ['VP8X', canvas],
    ['VP8L', losslessImage(size)],
    ['EXIF', Buffer.from('MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1')],
    ['XMP ', Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')],
    ['ODD ', Buffer.from([1])],
  ]);
}

const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

function losslessImage({ width, height }: Size): Buffer {
  const bits = new BitWriter();
  bits.write(0x2f, 8);
  bits.write(width - 1, 14);
  bits.write(height - 1, 14);
  bits.write(0, 1 + 3); // No alpha, version 0.
  bits.write(0, 3); // No transform, no colour cache, one group of prefix codes.
  for (const symbol of [0x40, 0x20, 0x60, 0xff]) {
    bits.write(0b101, 3); // Simple, one symbol, of 8 bits.
    bits.write(symbol, 8);
  }
  bits.write(0b001, 3); // Distance: simple, one symbol, of 1 bit.
  bits.write(0, 1);
  return bits.bytes();
}

/** What a macroblock takes at most in either partition, and what the frame header takes. */
const MACROBLOCK_BYTES = 1;
const HEADER_BYTES = 256;

function keyFrame({ width, height }: Size): Buffer {
  const macroblocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const partitionBytes = HEADER_BYTES + macroblocks * MACROBLOCK_BYTES;
  const head = Buffer.alloc(10);
  head.writeUIntLE((partitionBytes << 5) | SHOWN, 0, 3);
  head.writeUIntBE(0x9d012a, 3, 3);
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return Buffer.concat([head, Buffer.alloc(2 * partitionBytes)]);
}

/** A key frame of version 0 that is shown. */
const SHOWN = 0b10000;

function riff(chunks: readonly (readonly [type: string, data: Buffer])[]): Buffer {
  const parts = chunks.flatMap(([type, data]) => {
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return [head, data, Buffer.alloc(data.length % 2)];
  });
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(4 + Buffer.concat(parts).length, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, ...parts]);
}

/** Collects bits, the least significant first. */
class BitWriter {
  readonly #bits: number[] = [];

  write(value: number, count: number): void {
    for (let at = 0; at < count; at += 1) this.#bits.push((value >> at) & 1);
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (const [at, bit] of this.#bits.entries()) {
      const index = at >> 3;
      bytes.writeUInt8(bytes.readUInt8(index) | (bit << (at & 7)), index);
    }
    return bytes;
  }
}
