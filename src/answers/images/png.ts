import { crc32, inflateSync } from 'node:zlib';
import { LIMITS } from '../../input/limits.ts';
import type { ImageReading } from './image-reading.ts';

const SIGNATURE_BYTES = 8;
/** Length, type and CRC of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly palette: boolean;
  readonly interlaced: boolean;
}

/** Reads a PNG to its end (W3C PNG, third edition): chunks, CRCs, order, and inflated length. */
export function readPng(bytes: Uint8Array): ImageReading {
  const chunks: Chunk[] = [];
  const problem = splitChunks(bytes, chunks) ?? checkOrder(chunks);
  if (problem !== undefined) return { kind: 'broken', problem };
  const header = readHeader(chunks[0]);
  if (header === undefined) return { kind: 'broken', problem: 'IHDR is invalid' };
  if (header.palette && !chunks.some(({ type }) => type === 'PLTE')) {
    return { kind: 'broken', problem: 'PLTE is missing' };
  }
  return readPixels(header, chunks);
}

function splitChunks(bytes: Uint8Array, chunks: Chunk[]): string | undefined {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = SIGNATURE_BYTES;
  while (offset < png.length) {
    if (offset + CHUNK_OVERHEAD_BYTES > png.length) return 'the last chunk is cut off';
    const length = png.readUInt32BE(offset);
    const type = png.toString('latin1', offset + 4, offset + 8);
    const end = offset + CHUNK_OVERHEAD_BYTES + length;
    if (!/^[A-Za-z]{4}$/.test(type)) return `no chunk begins at byte ${offset}`;
    if (end > png.length) return `chunk ${type} is cut off`;
    if (crc32(png.subarray(offset + 4, end - 4)) !== png.readUInt32BE(end - 4)) {
      return `the CRC of chunk ${type} at byte ${offset} is wrong`;
    }
    chunks.push({ type, data: png.subarray(offset + 8, end - 4) });
    offset = end;
  }
  return undefined;
}

function checkOrder(chunks: readonly Chunk[]): string | undefined {
  const types = chunks.map(({ type }) => type);
  const pixels = types.indexOf('IDAT');
  if (types[0] !== 'IHDR' || types.lastIndexOf('IHDR') !== 0) return 'IHDR is not the first chunk';
  if (types.at(-1) !== 'IEND') return 'IEND is not the last chunk';
  if (types.indexOf('IEND') !== types.length - 1) return 'chunks follow IEND';
  if (pixels === -1) return 'IDAT is missing';
  const unbroken = types.slice(pixels, types.lastIndexOf('IDAT')).every((type) => type === 'IDAT');
  if (!unbroken) return 'the IDAT chunks are not consecutive';
  if (types.indexOf('PLTE') > pixels) return 'PLTE follows IDAT';
  return undefined;
}

/** Channels of each colour type, and the bit depths that it may have. */
const COLOUR_TYPES: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const PALETTE = 3;

function readHeader(chunk: Chunk | undefined): PngHeader | undefined {
  if (chunk?.data.length !== 13) return undefined;
  const width = chunk.data.readUInt32BE(0);
  const height = chunk.data.readUInt32BE(4);
  const [depth = 0, colour = -1, compression, filter, interlace] = chunk.data.subarray(8);
  const type = COLOUR_TYPES[colour];
  if (width === 0 || height === 0 || !type?.depths.includes(depth)) return undefined;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return undefined;
  return {
    width,
    height,
    bitsPerPixel: depth * type.channels,
    palette: colour === PALETTE,
    interlaced: interlace === 1,
  };
}

function readPixels(header: PngHeader, chunks: readonly Chunk[]): ImageReading {
  const { width, height } = header;
  const expected = inflatedBytes(header);
  if (expected > LIMITS.inflatedImageBytes.value) {
    return { kind: 'unread', why: `${width}x${height} pixels are too many to inflate` };
  }
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const inflated = inflatedLength(Buffer.concat(pixels), expected);
  if (inflated === expected) return { kind: 'whole', width, height };
  const problem =
    inflated === undefined
      ? 'IDAT does not inflate'
      : `IDAT inflates to ${inflated > expected ? 'more than ' : ''}${Math.min(inflated, expected)} bytes where ${width}x${height} takes ${expected}`;
  return { kind: 'broken', problem };
}

/** The inflated length, or just above `expected` when there is more; undefined when it is broken. */
function inflatedLength(compressed: Buffer, expected: number): number | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: expected }).length;
  } catch (error) {
    const more = error instanceof RangeError && 'code' in error;
    return more && error.code === 'ERR_BUFFER_TOO_LARGE' ? expected + 1 : undefined;
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
