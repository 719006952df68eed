import { crc32 } from 'node:zlib';
import { LIMITS } from '../../input/limits.ts';

const SIGNATURE_BYTES = 8;
/** Length, type and CRC of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12;

/** The chunks of a PNG. It keeps what their order shows and no chunks: there may be very many. */
export class PngChunks {
  #header: Buffer | undefined;
  /** From the first IDAT chunk to the end of the last one. */
  #pixelSpan: Buffer = Buffer.alloc(0);
  #pixelBytes = 0;
  #count = 0;
  #lastType = '';
  readonly #first = new Map<string, number>();
  #lastHeader = -1;
  #lastPixels = -1;
  #pixelChunks = 0;

  /** The data of the first chunk, which is IHDR when the order is right. */
  get header(): Buffer | undefined {
    return this.#header;
  }

  /** Whether reading stopped because there are more of them than the limit. */
  get isTooMany(): boolean {
    return this.#count > LIMITS.pngChunks.value;
  }

  get hasPalette(): boolean {
    return this.#first.has('PLTE');
  }

  /** The data of all IDAT chunks, which must be consecutive. */
  pixels(): Buffer {
    const span = this.#pixelSpan;
    if (this.#pixelChunks === 1) return span.subarray(8, 8 + this.#pixelBytes);
    const pixels = Buffer.allocUnsafe(this.#pixelBytes);
    let at = 0;
    for (let offset = 0; offset < span.length; ) {
      const start = offset + 8;
      const end = start + span.readUInt32BE(offset);
      at += span.copy(pixels, at, start, end);
      offset = end + 4;
    }
    return pixels;
  }

  /**
   * Reads all chunks, up to the limit. Call once.
   * @returns what is wrong with one of them, or undefined
   */
  read(bytes: Uint8Array): string | undefined {
    const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let pixelStart: number | undefined;
    let offset = SIGNATURE_BYTES;
    while (offset < png.length && !this.isTooMany) {
      if (offset + CHUNK_OVERHEAD_BYTES > png.length) return 'the last chunk is cut off';
      const length = png.readUInt32BE(offset);
      const type = png.toString('latin1', offset + 4, offset + 8);
      const end = offset + CHUNK_OVERHEAD_BYTES + length;
      if (!/^[A-Za-z]{4}$/.test(type)) return `no chunk begins at byte ${offset}`;
      if (end > png.length) return `chunk ${type} is cut off`;
      if (crc32(png.subarray(offset + 4, end - 4)) !== png.readUInt32BE(end - 4)) {
        return `the CRC of chunk ${type} at byte ${offset} is wrong`;
      }
      this.#note(type);
      this.#header ??= png.subarray(offset + 8, end - 4);
      if (type === 'IDAT') {
        pixelStart ??= offset;
        this.#pixelBytes += length;
        this.#pixelSpan = png.subarray(pixelStart, end);
      }
      offset = end;
    }
    return undefined;
  }

  /** How the order of the chunks is wrong; undefined when it is right. */
  orderProblem(): string | undefined {
    const first = (type: string) => this.#first.get(type) ?? -1;
    if (first('IHDR') !== 0 || this.#lastHeader !== 0) return 'IHDR is not the first chunk';
    if (this.#lastType !== 'IEND') return 'IEND is not the last chunk';
    if (first('IEND') !== this.#count - 1) return 'chunks follow IEND';
    if (this.#pixelChunks === 0) return 'IDAT is missing';
    if (this.#lastPixels - first('IDAT') + 1 !== this.#pixelChunks) {
      return 'the IDAT chunks are not consecutive';
    }
    if (first('PLTE') > first('IDAT')) return 'PLTE follows IDAT';
    return undefined;
  }

  #note(type: string): void {
    const index = this.#count;
    this.#count += 1;
    this.#lastType = type;
    if (ORDERED.has(type) && !this.#first.has(type)) this.#first.set(type, index);
    if (type === 'IHDR') this.#lastHeader = index;
    if (type !== 'IDAT') return;
    this.#lastPixels = index;
    this.#pixelChunks += 1;
  }
}

/** Chunks whose place matters. */
const ORDERED: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
