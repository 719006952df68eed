import type { Size } from './png.ts';

/**
 * A lossless WebP of one colour (RFC 9649 §3). Its five prefix codes have one symbol each, so
 * that the pixels take no bits.
 */
export function drawWebp({ width, height }: Size): Buffer {
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
  return riff(bits.bytes());
}

function riff(data: Buffer): Buffer {
  const padded = data.length + (data.length % 2);
  const file = Buffer.alloc(20 + padded);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(12 + padded, 4);
  file.write('WEBPVP8L', 8, 'latin1');
  file.writeUInt32LE(data.length, 16);
  data.copy(file, 20);
  return file;
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
