import type { Size } from './png.ts';

/**
 * A lossless WebP of one colour (RFC 9649 §3). Its five prefix codes have one symbol each, so
 * that the pixels take no bits.
 */
export function drawWebp({ width, height }: Size): Buffer {
  const bits = [
    [0x2f, 8],
    [width - 1, 14],
    [height - 1, 14],
    [0, 1 + 3], // No alpha, version 0.
    [0, 3], // No transform, no colour cache, one group of prefix codes.
    // Each is simple, with one symbol of 8 bits.
    ...[0x40, 0x20, 0x60, 0xff].flatMap((symbol) => [
      [0b101, 3],
      [symbol, 8],
    ]),
    [0b001, 3], // Distance: simple, one symbol, of 1 bit.
    [0, 1],
  ];
  const image = packed(bits);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + image.length + (image.length % 2), 4);
  head.write('WEBPVP8L', 8, 'latin1');
  head.writeUInt32LE(image.length, 16);
  return Buffer.concat([head, image, Buffer.alloc(image.length % 2)]);
}

/** Values of some bits each, the least significant first, in whole bytes. */
function packed(values: readonly (readonly number[])[]): Buffer {
  const bits = values.flatMap(([value = 0, count = 0]) =>
    Array.from({ length: count }, (_, at) => (value >> at) & 1),
  );
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries())
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7));
  return bytes;
}
