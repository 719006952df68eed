import { crc32, deflateSync } from 'node:zlib';
import { assert, constantFrom, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageType, readImage } from '../../../src/answers/images/read-image.ts';
import { SAMPLE_IMAGES } from '../../support/sample-images.ts';

const { gif, avif, ...read } = SAMPLE_IMAGES;

describe('image reader', () => {
  for (const [name, base64] of Object.entries(read)) {
    const bytes = Buffer.from(base64, 'base64');

    test(`image reader: a ${name} of another encoder is whole, with its size`, () => {
      expect(readImage(bytes)).toEqual({ kind: 'whole', width: 6, height: 4 });
    });

    test(`image reader: a ${name} cut at any byte is broken`, () => {
      for (let length = 0; length < bytes.length; length += 1) {
        expect(readImage(bytes.subarray(0, length))).toHaveProperty('kind', 'broken');
      }
    });

    test(`image reader: a ${name} with any byte changed is read without a throw`, () => {
      for (let at = 0; at < bytes.length; at += 1) {
        for (const value of [0x00, 0x7f, 0xff]) {
          const changed = Buffer.from(bytes);
          changed[at] = value;
          expect(['whole', 'broken', 'unread']).toContain(readImage(changed).kind);
        }
      }
    });
  }

  test('image reader: a type that is known but not read is unread', () => {
    expect(readImage(Buffer.from(gif, 'base64'))).toMatchObject({ kind: 'unread' });
    expect(readImage(Buffer.from(avif, 'base64'))).toMatchObject({ kind: 'unread' });
  });

  test('image reader: any bytes after a signature are read without a throw', () => {
    const signatures = Object.values(SAMPLE_IMAGES).map((base64) =>
      Buffer.from(base64, 'base64').subarray(0, 12),
    );
    assert(
      property(constantFrom(...signatures), uint8Array(), (signature, rest) => {
        readImage(Buffer.concat([signature, rest]));
      }),
    );
  });
});

describe('image type', () => {
  test('image type: each known signature is its registered media type', () => {
    const types = Object.entries(SAMPLE_IMAGES).map(([name, base64]) => [
      name.replace(/[A-Z].*/, ''),
      imageType(Buffer.from(base64, 'base64')),
    ]);
    expect(types).toEqual(types.map(([name]) => [name, `image/${name}`]));
  });

  test('image type: text does not have a known type', () => {
    expect(imageType(Buffer.from('<html>not an image</html>'))).toBeUndefined();
    expect(imageType(new Uint8Array())).toBeUndefined();
  });
});

describe('PNG', () => {
  const cases: readonly [name: string, png: Buffer, problem: string][] = [
    ['a wrong CRC', flipped(png(), png().length - 20), 'the CRC of chunk IDAT at byte 33 is wrong'],
    [
      'too few pixels',
      png({ pixels: Buffer.alloc(37) }),
      'inflates to 37 bytes where 6x2 takes 38',
    ],
    ['too many pixels', png({ pixels: Buffer.alloc(39) }), 'inflates to more than 38 bytes'],
    ['pixels that do not inflate', png({ idat: Buffer.from('no zlib') }), 'IDAT does not inflate'],
    [
      'bytes after IEND',
      Buffer.concat([png(), Buffer.from('PK\x03\x04')]),
      'last chunk is cut off',
    ],
    ['a chunk after IEND', Buffer.concat([png(), chunk('tEXt')]), 'chunks follow IEND'],
    ['no pixels', png({ idat: null }), 'IDAT is missing'],
    ['a width of 0', png({ width: 0 }), 'IHDR is invalid'],
    ['a colour type that does not exist', png({ colour: 5 }), 'IHDR is invalid'],
    ['a depth that its colour type cannot have', png({ depth: 4 }), 'IHDR is invalid'],
  ];
  for (const [name, bytes, problem] of cases) {
    test(`PNG: ${name} is broken`, () => {
      expect(readImage(bytes)).toEqual({
        kind: 'broken',
        problem: expect.stringContaining(problem),
      });
    });
  }

  test('PNG: pixels split over several IDAT chunks are whole', () => {
    expect(readImage(png({ split: true }))).toEqual({ kind: 'whole', width: 6, height: 2 });
  });

  test('PNG: a size that its data are too few for is broken', () => {
    expect(readImage(png({ width: 0x7fff_ffff }))).toEqual({
      kind: 'broken',
      problem: '12 bytes of IDAT are too few for the 12884901884 bytes that 2147483647x2 takes',
    });
  });

  test('PNG: data that end before the limit are broken, whatever size is claimed', () => {
    const idat = Buffer.concat([deflateSync(Buffer.alloc(50)), Buffer.alloc(200_000)]);
    expect(readImage(png({ width: 20_000_000, idat }))).toEqual({
      kind: 'broken',
      problem: 'IDAT inflates to 50 bytes where 20000000x2 takes 120000002',
    });
  });

  test('PNG: more pixels than are inflated are unread', () => {
    const pixels = Buffer.alloc(40 * 1024 * 1024);
    const width = (pixels.length / 2 - 1) / 3;
    expect(readImage(png({ width: Math.floor(width) + 1, pixels }))).toMatchObject({
      kind: 'unread',
    });
  });

  test('PNG: sixty thousand chunks are read, and seventy thousand are unread', () => {
    const withChunks = (count: number) =>
      readImage(png({ between: Buffer.alloc(count * 12, chunk('teSt')) }));
    expect(withChunks(60_000)).toMatchObject({ kind: 'whole' });
    expect(withChunks(70_000)).toEqual({ kind: 'unread', why: 'more than 65536 chunks' });
  });
});

interface PngFacts {
  readonly width?: number;
  readonly depth?: number;
  readonly colour?: number;
  readonly pixels?: Buffer;
  /** Null for none. */
  readonly idat?: Buffer | null;
  readonly split?: true;
  /** Chunks between IHDR and IDAT. */
  readonly between?: Buffer;
}

/** A PNG of 6x2 RGB pixels. */
function png(facts: PngFacts = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(facts.width ?? 6, 0);
  header.writeUInt32BE(2, 4);
  header.set([facts.depth ?? 8, facts.colour ?? 2, 0, 0, 0], 8);
  const idat =
    facts.idat === undefined ? deflateSync(facts.pixels ?? Buffer.alloc(38)) : facts.idat;
  const pieces =
    idat === null ? [] : facts.split ? [idat.subarray(0, 5), idat.subarray(5)] : [idat];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    facts.between ?? Buffer.alloc(0),
    ...pieces.map((piece) => chunk('IDAT', piece)),
    chunk('IEND'),
  ]);
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}
