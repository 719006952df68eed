import { crc32, inflateSync } from 'node:zlib';
import { LIMITS } from '../../input/limits.ts';

/** What the bytes of an image show. No pixels are kept. */
export type ImageReading =
  /** A whole image. */
  | { readonly kind: 'whole'; readonly width: number; readonly height: number }
  /** Begins like an image of its type, but is not valid. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** May be whole, but is of a type or size that is not read here. */
  | { readonly kind: 'unread'; readonly why: string };

const READERS: ReadonlyMap<string, (bytes: Buffer) => ImageReading> = new Map([
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
]);

/** Reads an image of a known type to its end. */
export function readImage(bytes: Uint8Array): ImageReading {
  const type = imageType(bytes);
  if (type === undefined) return broken('the first bytes are those of no known image type');
  const read = READERS.get(type);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return read?.(buffer) ?? { kind: 'unread', why: `Assay cannot decode ${type}` };
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

function broken(problem: string): ImageReading {
  return { kind: 'broken', problem };
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and CRC of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12;

/** Reads a PNG to its end (W3C PNG, third edition): chunks, CRCs, and inflated length. */
function readPng(png: Buffer): ImageReading {
  const pixels: Buffer[] = [];
  let header: PngHeader | undefined;
  let last = '';
  let chunks = 0;
  for (let offset = PNG_SIGNATURE_BYTES; offset < png.length; chunks += 1) {
    if (offset + CHUNK_OVERHEAD_BYTES > png.length) return broken('the last chunk is cut off');
    const type = png.toString('latin1', offset + 4, offset + 8);
    const end = offset + CHUNK_OVERHEAD_BYTES + png.readUInt32BE(offset);
    if (!/^[A-Za-z]{4}$/.test(type)) return broken(`no chunk begins at byte ${offset}`);
    if (end > png.length) return broken(`chunk ${type} is cut off`);
    if (last === 'IEND') return broken('chunks follow IEND');
    if (crc32(png.subarray(offset + 4, end - 4)) !== png.readUInt32BE(end - 4)) {
      return broken(`the CRC of chunk ${type} at byte ${offset} is wrong`);
    }
    const data = png.subarray(offset + 8, end - 4);
    if (chunks === 0) {
      if (type !== 'IHDR') return broken('IHDR is not the first chunk');
      header = pngHeader(data);
    }
    if (chunks === LIMITS.pngChunks.value) {
      return { kind: 'unread', why: `more than ${LIMITS.pngChunks.value} chunks` };
    }
    if (type === 'IDAT') pixels.push(data);
    last = type;
    offset = end;
  }
  if (last !== 'IEND') return broken('IEND is missing');
  if (header === undefined) return broken('IHDR is invalid');
  return pixels.length === 0
    ? broken('IDAT is missing')
    : readPixels(header, Buffer.concat(pixels));
}

interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly interlaced: boolean;
}

/** Channels of each colour type, and the bit depths that it may have. */
const COLOUR_TYPES: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

function pngHeader(data: Buffer): PngHeader | undefined {
  if (data.length !== 13) return undefined;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colour = -1, compression, filter, interlace] = data.subarray(8);
  const type = COLOUR_TYPES[colour];
  if (width === 0 || height === 0 || !type?.depths.includes(depth)) return undefined;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined;
  return { width, height, bitsPerPixel: depth * type.channels, interlaced: interlace === 1 };
}

/** Deflate turns one byte into less than this: 258 bytes take at least two bits (RFC 1951). */
const DEFLATE_RATIO = 1032;

function readPixels(header: PngHeader, compressed: Buffer): ImageReading {
  const { width, height } = header;
  const expected = inflatedBytes(header);
  const size = `${width}x${height}`;
  if (expected > compressed.length * DEFLATE_RATIO) {
    return broken(
      `${compressed.length} bytes of IDAT are too few for the ${expected} bytes that ${size} takes`,
    );
  }
  const most = Math.min(expected, LIMITS.inflatedImageBytes.value);
  const inflated = inflatedLength(compressed, most);
  if (inflated === undefined) return broken('IDAT does not inflate');
  if (inflated === expected) return { kind: 'whole', width, height };
  if (inflated > most && most < expected) {
    return { kind: 'unread', why: `${size} pixels are too many to inflate` };
  }
  const length = inflated > expected ? `more than ${expected}` : `${inflated}`;
  return broken(`IDAT inflates to ${length} bytes where ${size} takes ${expected}`);
}

/** The inflated length, or just above `most` when there is more; undefined when it is broken. */
function inflatedLength(compressed: Buffer, most: number): number | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: most }).length;
  } catch (error) {
    const more = error instanceof RangeError && 'code' in error;
    return more && error.code === 'ERR_BUFFER_TOO_LARGE' ? most + 1 : undefined;
  }
}

/** Where each pass of Adam7 begins and how far its pixels lie apart: x, y, dx, dy. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const ONE_PASS = [[0, 0, 1, 1]] as const;

/** Each row of each pass: one filter byte and its pixels, in whole bytes. */
function inflatedBytes({ width, height, bitsPerPixel, interlaced }: PngHeader): number {
  let total = 0;
  for (const [x, y, dx, dy] of interlaced ? ADAM7 : ONE_PASS) {
    const columns = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    if (columns > 0 && rows > 0) total += rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  }
  return total;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** SOF0 to SOF15, without DHT, JPG and DAC that lie among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** TEM and RST0 to RST7 stand alone, without a segment. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/**
 * Reads a JPEG from SOI to EOI (ITU-T T.81, annex B), of any process, such as progressive. Bytes
 * after EOI belong to applications and are ignored.
 */
function readJpeg(jpeg: Buffer): ImageReading {
  let frame: Buffer | undefined;
  let hasScan = false;
  let offset = 2;
  while (offset < jpeg.length) {
    if (jpeg[offset] !== 0xff) return broken(`there is no marker at byte ${offset}`);
    while (jpeg[offset] === 0xff) offset += 1;
    const marker = jpeg[offset];
    if (marker === undefined) break;
    offset += 1;
    if (marker === END_OF_IMAGE) return hasScan ? jpegOf(frame) : broken('SOS is missing');
    if (standsAlone(marker)) continue;
    const length = offset + 2 > jpeg.length ? 0 : jpeg.readUInt16BE(offset);
    if (length < 2 || offset + length > jpeg.length) return broken('a segment is cut off');
    if (isFrame(marker)) frame ??= jpeg.subarray(offset, offset + length);
    offset += length;
    if (marker === START_OF_SCAN) {
      hasScan = true;
      offset = scanEnd(jpeg, offset);
    }
  }
  return broken('EOI is missing');
}

/** @param frame the segment that gives the size */
function jpegOf(frame: Buffer | undefined): ImageReading {
  if (frame === undefined || frame.length < 8) return broken('SOF is missing');
  const [height, width] = [frame.readUInt16BE(3), frame.readUInt16BE(5)];
  if (width === 0) return broken('SOF has no width');
  // A height of 0 is given by DNL in the first scan, which is not read.
  if (height === 0) return { kind: 'unread', why: 'the height is given by DNL' };
  return { kind: 'whole', width, height };
}

/** Where the next marker stands after the entropy-coded data: past stuffed zeros and restarts. */
function scanEnd(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !standsAlone(next)) return at;
  }
  return jpeg.length;
}

const RIFF_HEADER_BYTES = 8;
const WEBP_PIXELS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ANMF']);

/** Reads a WebP to its end (RFC 9649): the RIFF size, every chunk, and the size of the canvas. */
function readWebp(webp: Buffer): ImageReading {
  const riffBytes = webp.readUInt32LE(4) + RIFF_HEADER_BYTES;
  if (riffBytes !== webp.length) {
    return broken(`its RIFF size is ${riffBytes} bytes, and it has ${webp.length}`);
  }
  let size: readonly [width: number, height: number] | undefined;
  let hasPixels = false;
  for (let offset = 12; offset < webp.length; ) {
    const start = offset + RIFF_HEADER_BYTES;
    const end = start > webp.length ? start : start + webp.readUInt32LE(offset + 4);
    if (end > webp.length) return broken('a chunk is cut off');
    const type = webp.toString('latin1', offset, offset + 4);
    if (offset === 12) size = canvasSize(type, webp.subarray(start, end));
    hasPixels ||= WEBP_PIXELS.has(type);
    // Chunks begin at even offsets.
    offset = end + (end % 2);
  }
  if (size === undefined) return broken('no chunk begins a WebP image');
  if (!hasPixels) return broken('no chunk contains pixels');
  return { kind: 'whole', width: size[0], height: size[1] };
}

function canvasSize(type: string, data: Buffer): readonly [number, number] | undefined {
  if (type === 'VP8X' && data.length >= 10) {
    return [data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1];
  }
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  // A key frame (RFC 6386 §9.1): three bytes of tag, the start code, and two 14-bit sizes.
  if (type === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a) {
    return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
  }
  return undefined;
}
