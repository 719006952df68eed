import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeFrame,
  type Frame,
  FrameDecoder,
  MalformedFrame,
} from '../../../src/exchange/frames.ts';
import { LIMITS } from '../../../src/input/limits.ts';

interface Plain {
  readonly type: number;
  readonly header: string;
  readonly body: string;
}

/** A frame as text that can be compared. */
function plain({ type, header, body }: Frame): Plain {
  return { type, header: header.toString('hex'), body: body.toString('hex') };
}

function decode(chunks: readonly Buffer[]): { frames: Plain[]; unfinishedBytes: number } {
  const decoder = new FrameDecoder();
  const frames = chunks.flatMap((chunk) => Array.from(decoder.push(chunk), plain));
  return { frames, unfinishedBytes: decoder.unfinishedBytes };
}

const anyFrame = fc.record({
  type: fc.integer({ min: 0, max: 255 }),
  header: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
  body: fc.uint8Array({ maxLength: 300 }),
});

describe('frame decoder', () => {
  test('frame decoder: a stream cut at every byte gives the same frames', () => {
    const stream = Buffer.concat([
      encodeFrame(1, { hello: 'wörld' }),
      encodeFrame(2, {}, Buffer.from('data: {}\n\n')),
      encodeFrame(6, { total: 2 }, Buffer.alloc(70, 0xff)),
    ]);
    const whole = decode([stream]);
    expect(whole.frames.map(({ type }) => type)).toEqual([1, 2, 6]);

    for (let at = 0; at <= stream.length; at++) {
      expect(decode([stream.subarray(0, at), stream.subarray(at)])).toEqual(whole);
    }
    const bytes = Array.from(stream, (byte) => Buffer.from([byte]));
    expect(decode(bytes)).toEqual(whole);
  });

  test('frame decoder: any frames cut at any places give the same frames', () => {
    const cuts = fc.array(fc.nat(), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 8 }), cuts, (frames, places) => {
        const stream = Buffer.concat(
          frames.map(({ type, header, body }) => encodeFrame(type, header, Buffer.from(body))),
        );
        const ends = places.map((place) => place % (stream.length + 1)).toSorted((a, b) => a - b);
        const starts = [0, ...ends];
        const chunks = starts.map((start, index) => stream.subarray(start, ends[index]));
        expect(decode(chunks)).toEqual({
          frames: frames.map(({ type, header, body }) => ({
            type,
            header: Buffer.from(JSON.stringify(header)).toString('hex'),
            body: Buffer.from(body).toString('hex'),
          })),
          unfinishedBytes: 0,
        });
      }),
    );
  });

  test('frame decoder: a stream that ends inside a frame has unfinished bytes', () => {
    const stream = encodeFrame(2, {}, Buffer.alloc(100));
    for (let end = 1; end < stream.length; end++) {
      expect(decode([stream.subarray(0, end)])).toEqual({ frames: [], unfinishedBytes: end });
    }
  });

  test('frame decoder: a length above the limit is refused before any of the frame is held', () => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(LIMITS.frameBytes.value + 1);
    expect(() => decode([length])).toThrow(MalformedFrame);
  });

  test.each([
    ['a length too short for a type', [4, 0, 0, 0, 1, 0, 0, 0]],
    ['a header longer than its frame', [6, 0, 0, 0, 1, 9, 0, 0, 0, 0]],
  ])('frame decoder: %s is refused', (_, bytes) => {
    expect(() => decode([Buffer.from(bytes)])).toThrow(MalformedFrame);
  });
});
