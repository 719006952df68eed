import type { ImageReading } from './image-reading.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

const READERS: ReadonlyMap<string, (bytes: Uint8Array) => ImageReading> = new Map([
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
]);

/** Reads an image of a known type to its end. */
export function readImage(bytes: Uint8Array): ImageReading {
  const type = imageType(bytes);
  if (type === undefined) {
    return { kind: 'broken', problem: 'the first bytes are those of no known image type' };
  }
  const read = READERS.get(type);
  return read?.(bytes) ?? { kind: 'unread', why: `Assay cannot decode ${type}` };
}

/** Whether images of a media type are read to their end. */
export function isDecodedType(type: string): boolean {
  return READERS.has(type);
}

/** The first bytes of each type in hex; a dot is any half byte. */
const SIGNATURES: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/gif', /^474946383[79]61/],
  ['image/avif', /^.{8}66747970617669(?:66|73)/],
  ['image/heic', /^.{8}66747970686569(?:63|78)/],
  ['image/bmp', /^424d.{8}00000000/],
  ['image/tiff', /^(?:49492a00|4d4d002a)/],
  ['image/jxl', /^(?:ff0a|0000000c4a584c20)/],
];

const LONGEST_SIGNATURE_BYTES = 12;

/** The registered media type of the bytes, from their signature; undefined when none is known. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, LONGEST_SIGNATURE_BYTES)).toString('hex');
  return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0];
}
