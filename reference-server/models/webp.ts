import type { Size } from './png.ts';

/**
 * A lossless WebP of one colour (RFC 9649 §3). Its five prefix codes have one symbol each, so
 * that the pixels take no bits.
 */
export function drawWebp({ width, height }: Size): Buffer {
  const image = Buffer.from('2f000000002850410ad6ff00', 'hex');
  // 14 bits each, the least significant first; no alpha, version 0.
  image.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + image.length, 4);
  head.write('WEBPVP8L', 8, 'latin1');
  head.writeUInt32LE(image.length, 16);
  return Buffer.concat([head, image]);
}
