import { inflateSync } from 'node:zlib';
import { LIMITS } from '../../input/limits.ts';
import type { ImageReading } from './image-reading.ts';
import { PngChunks } from './png-chunks.ts';

/** Deflate turns one byte into less than this: 258 bytes take at least two bits (RFC 1951). */
const DEFLATE_RATIO = 1032;
/** More than zlib's smallest buffer, so that what is too long is seen in the first one. */
const ROOM_BYTES = 64;

interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly palette: boolean;
  readonly interlaced: boolean;
}

/** Reads a PNG to its end (W3C PNG, third edition): chunks, CRCs, order, and inflated length. */
export function readPng(bytes: Uint8Array): ImageReading {
  const chunks = new PngChunks();
  const problem = chunks.read(bytes);
  if (problem !== undefined) return { kind: 'broken', problem };
  if (chunks.isTooMany) {
    return { kind: 'unread', why: `more than ${LIMITS.pngChunks.value} chunks` };
  }
  const disorder = chunks.orderProblem();
  if (disorder !== undefined) return { kind: 'broken', problem: disorder };
  const header = readHeader(chunks.header);
  if (header === undefined) return { kind: 'broken', problem: 'IHDR is invalid' };
  if (header.palette && !chunks.hasPalette) {
    return { kind: 'broken', problem: 'PLTE is missing' };
  }
  return readPixels(header, chunks.pixels());
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

function readHeader(data: Buffer | undefined): PngHeader | undefined {
  if (data?.length !== 13) return undefined;
  const width = data.readUInt32BE(0);
  const height = data.readUInt32BE(4);
  const [depth = 0, colour = -1, compression, filter, interlace] = data.subarray(8);
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

function readPixels(header: PngHeader, pixels: Buffer): ImageReading {
  const { width, height } = header;
  const expected = inflatedBytes(header);
  const size = `${width}x${height}`;
  if (expected > pixels.length * DEFLATE_RATIO) {
    const problem = `${pixels.length} bytes of IDAT are too few for the ${expected} bytes that ${size} takes`;
    return { kind: 'broken', problem };
  }
  const most = Math.min(expected, LIMITS.inflatedImageBytes.value);
  const inflated = inflatedLength(pixels, most);
  if (inflated === undefined) return { kind: 'broken', problem: 'IDAT does not inflate' };
  if (inflated === expected) return { kind: 'whole', width, height };
  if (inflated > most && most < expected) {
    return { kind: 'unread', why: `${size} pixels are too many to inflate` };
  }
  const length = inflated > expected ? `more than ${expected}` : `${inflated}`;
  return {
    kind: 'broken',
    problem: `IDAT inflates to ${length} bytes where ${size} takes ${expected}`,
  };
}

/** The inflated length, or just above `most` when there is more; undefined when it is broken. */
function inflatedLength(compressed: Buffer, most: number): number | undefined {
  try {
    // One buffer for all: zlib would copy several of them together.
    const room = { maxOutputLength: most, chunkSize: most + ROOM_BYTES };
    return inflateSync(compressed, room).length;
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
