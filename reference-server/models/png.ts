import { crc32, deflateSync } from 'node:zlib';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface PngForm {
  /** 0 is greyscale, 3 is an index into the palette; both have 8 bits a pixel. */
  readonly colourType: 0 | 3;
  readonly palette?: Buffer;
  readonly interlaced: boolean;
  /** Chunks before the pixels, by their type. */
  readonly ancillary?: Readonly<Record<string, string>>;
  /** The pixels are in chunks of this size. */
  readonly dataChunkBytes?: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Where each pass of Adam7 starts and steps: x, y, step in x, step in y. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A greyscale PNG with stripes. */
export function drawPng(size: Size): Buffer {
  return encodePng(size, { colourType: 0, interlaced: false });
}

/** A striped PNG (PNG specification, third edition). */
export function encodePng({ width, height }: Size, form: PngForm): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(form.colourType, 9);
  header.writeUInt8(form.interlaced ? 1 : 0, 12);
  const { ancillary = {}, dataChunkBytes = Number.POSITIVE_INFINITY } = form;
  const passes = form.interlaced ? ADAM7 : [[0, 0, 1, 1] as const];
  const pixels = passes.map(([x, y, stepX, stepY]) =>
    stripes(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    form.palette === undefined ? Buffer.alloc(0) : chunk('PLTE', form.palette),
    ...Object.entries(ancillary).map(([type, data]) => chunk(type, Buffer.from(data, 'latin1'))),
    ...pieces(deflateSync(Buffer.concat(pixels), { level: 1 }), dataChunkBytes),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pieces(data: Buffer, size: number): readonly Buffer[] {
  const count = Math.max(1, Math.ceil(data.length / size));
  return Array.from({ length: count }, (_, at) =>
    chunk('IDAT', count === 1 ? data : data.subarray(at * size, (at + 1) * size)),
  );
}

/** Rows of pixels that are 0 or 1, each after its filter byte; a pass without pixels is empty. */
function stripes(width: number, height: number): Buffer {
  if (width <= 0 || height <= 0) return Buffer.alloc(0);
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => (x >> 3) & 1)]);
  return Buffer.concat(Array.from({ length: height }, () => row));
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + typed.length);
  frame.writeUInt32BE(data.length, 0);
  typed.copy(frame, 4);
  frame.writeUInt32BE(crc32(typed), 4 + typed.length);
  return frame;
}
