import { constants, inflateSync } from 'node:zlib';
import { SIGNATURE } from './png.ts';

const DATA_URI = /^data:image\/([\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Channels of a pixel by the colour type of a PNG; pixels of a palette are not read. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** What holds the first pixel for certain, and cannot grow beyond a megabyte. */
const BEGINNING = 1024;

/**
 * What a model says of an image: the size of a PNG and the colour of its first pixel, else its type.
 * @param url a data URI, or an address, which is not fetched
 * @returns undefined if it is none of these
 */
export function see(url: string): string | undefined {
  if (/^https?:\/\//.test(url)) return 'an image that is elsewhere';
  const [, type = '', base64 = ''] = DATA_URI.exec(url) ?? [];
  if (type !== 'png') return type === '' ? undefined : `an image of type ${type}`;
  return describe(Buffer.from(base64, 'base64'));
}

/** PNG specification, third edition, §11.2: the size is at 16, the depth at 24, the colour type at 25. */
function describe(png: Buffer): string | undefined {
  if (!png.subarray(0, 8).equals(SIGNATURE) || png.length < 33) return undefined;
  const size = `an image of ${png.readUInt32BE(16)} by ${png.readUInt32BE(20)} pixels`;
  const channels = CHANNELS[png.readUInt8(25)];
  if (channels === undefined || png.readUInt8(24) !== 8) return size;
  try {
    const flush = { finishFlush: constants.Z_SYNC_FLUSH };
    const row = inflateSync(pixelsOf(png).subarray(0, BEGINNING), flush);
    // The first pixel of the first row is the same under each filter.
    const pixel = row.subarray(1, 1 + channels);
    if (pixel.length < channels) return undefined;
    const colour = channels < 3 ? Buffer.alloc(3, pixel[0]) : pixel.subarray(0, 3);
    return `${size}, #${colour.toString('hex')}`;
  } catch {
    return undefined;
  }
}

/** The data of the IDAT chunks. */
function pixelsOf(png: Buffer): Buffer {
  const data: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      data.push(png.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  return Buffer.concat(data);
}
