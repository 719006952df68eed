import type { ImageReading } from './image-reading.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** SOF0 to SOF2: each block of 8 x 8 samples takes at least one bit. */
const HUFFMAN_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** At most: 64 samples in each bit, of a component with a quarter of the samples of the image. */
const PIXELS_PER_BYTE = 8 * 64 * 4;

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
export function readJpeg(bytes: Uint8Array): ImageReading {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: Size | undefined;
  let isHuffman = false;
  let scans = 0;
  let scanBytes = 0;
  let offset = 2;
  while (offset < jpeg.length) {
    if (jpeg[offset] !== 0xff) return broken(`there is no marker at byte ${offset}`);
    while (jpeg[offset] === 0xff) offset += 1;
    const marker = jpeg[offset];
    if (marker === undefined) break;
    offset += 1;
    if (marker === END_OF_IMAGE) {
      return ended(size, scans, isHuffman ? scanBytes : Infinity);
    }
    if (standsAlone(marker)) continue;
    const length = segmentLength(jpeg, offset);
    if (length === undefined) return broken('a segment is cut off');
    if (isFrame(marker) && size === undefined) {
      isHuffman = HUFFMAN_FRAMES.has(marker);
      size = frameSize(jpeg.subarray(offset, offset + length));
    }
    offset += length;
    if (marker === START_OF_SCAN) {
      if (size === undefined) return broken('a scan comes before SOF');
      scans += 1;
      const end = scanEnd(jpeg, offset);
      scanBytes += end - offset;
      offset = end;
    }
  }
  return broken('EOI is missing');
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function ended(size: Size | undefined, scans: number, scanBytes: number): ImageReading {
  if (size === undefined) return broken('SOF is missing');
  if (scans === 0) return broken('SOS is missing');
  // A height of 0 is given by DNL in the first scan, which is not read.
  if (size.height === 0) return { kind: 'unread', why: 'the height is given by DNL' };
  const { width, height } = size;
  if (width * height > scanBytes * PIXELS_PER_BYTE) {
    return broken(`${scanBytes} bytes of scans are too few for ${width}x${height} pixels`);
  }
  return { kind: 'whole', width, height };
}

function broken(problem: string): ImageReading {
  return { kind: 'broken', problem };
}

/** The length of the segment at `offset`, with its two bytes of length; undefined when cut off. */
function segmentLength(jpeg: Buffer, offset: number): number | undefined {
  if (offset + 2 > jpeg.length) return undefined;
  const length = jpeg.readUInt16BE(offset);
  return length >= 2 && offset + length <= jpeg.length ? length : undefined;
}

function frameSize(segment: Buffer): Size | undefined {
  if (segment.length < 8) return undefined;
  const height = segment.readUInt16BE(3);
  const width = segment.readUInt16BE(5);
  return width === 0 ? undefined : { width, height };
}

/** Where the next marker stands after the entropy-coded data: past stuffed zeros and restarts. */
function scanEnd(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !standsAlone(next)) return at;
  }
  return jpeg.length;
}
