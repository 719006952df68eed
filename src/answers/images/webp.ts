import type { ImageReading } from './image-reading.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const CHUNK_HEADER_BYTES = 8;
/** A canvas has fewer (RFC 9649 §2.7). */
const CANVAS_PIXELS = 2 ** 32;

/** Reads a WebP to its end (RFC 9649): the RIFF size, every chunk, and the size of the canvas. */
export function readWebp(bytes: Uint8Array): ImageReading {
  const webp = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const riffBytes = webp.readUInt32LE(4) + CHUNK_HEADER_BYTES;
  if (riffBytes !== webp.length) {
    return {
      kind: 'broken',
      problem: `its RIFF size is ${riffBytes} bytes, and it has ${webp.length}`,
    };
  }
  const chunks = readChunks(webp);
  if (chunks === undefined) return { kind: 'broken', problem: 'a chunk is cut off' };
  const size = canvasSize(chunks.first);
  if (size === undefined) return { kind: 'broken', problem: 'no chunk begins a WebP image' };
  if (size.width * size.height >= CANVAS_PIXELS) {
    return { kind: 'broken', problem: `a canvas of ${size.width}x${size.height} is too large` };
  }
  if (!chunks.hasPixels) return { kind: 'broken', problem: 'no chunk contains pixels' };
  return { kind: 'whole', ...size };
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Its first chunk, and whether one holds pixels; undefined when one is cut off. */
function readChunks(webp: Buffer): { first?: Chunk; hasPixels: boolean } | undefined {
  const chunks: { first?: Chunk; hasPixels: boolean } = { hasPixels: false };
  let offset = 12;
  while (offset < webp.length) {
    if (offset + CHUNK_HEADER_BYTES > webp.length) return undefined;
    const type = webp.toString('latin1', offset, offset + 4);
    const start = offset + CHUNK_HEADER_BYTES;
    const end = start + webp.readUInt32LE(offset + 4);
    if (end > webp.length) return undefined;
    chunks.first ??= { type, data: webp.subarray(start, end) };
    if (PIXELS.has(type)) chunks.hasPixels = true;
    // Chunks begin at even offsets.
    offset = end + (end % 2);
  }
  return chunks;
}

const PIXELS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ANMF']);

function canvasSize(first: Chunk | undefined): Size | undefined {
  if (first === undefined) return undefined;
  const { type, data } = first;
  switch (type) {
    case 'VP8X':
      return extendedSize(data);
    case 'VP8L':
      return losslessSize(data);
    case 'VP8 ':
      return lossySize(data);
    default:
      return undefined;
  }
}

function extendedSize(data: Buffer): Size | undefined {
  if (data.length < 10) return undefined;
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

function losslessSize(data: Buffer): Size | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** A key frame (RFC 6386 §9.1): three bytes of tag, the start code, and two 14-bit sizes. */
function lossySize(data: Buffer): Size | undefined {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}
