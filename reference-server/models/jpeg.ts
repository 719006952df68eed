import type { Size } from './png.ts';

/** Blocks of 8 by 8 pixels between two restarts. */
const RESTART_BLOCKS = 5;

/** One symbol, 0, whose code is one bit: no difference for DC, end of block for AC. */
const ONE_SYMBOL = [1, ...Array<number>(15).fill(0), 0];

/** A grey baseline JPEG (ITU-T T.81) with restarts and a comment. */
export function drawJpeg({ width, height }: Size): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const intervals: Buffer[] = [];
  for (let left = blocks; left > 0; left -= RESTART_BLOCKS) {
    const restart = 0xd0 + (intervals.length % 8);
    const data = zeroBits(2 * Math.min(left, RESTART_BLOCKS));
    intervals.push(left > RESTART_BLOCKS ? Buffer.concat([data, marker(restart)]) : data);
  }
  return Buffer.concat([
    marker(0xd8),
    segment(0xfe, Buffer.from('reference')),
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    segment(0xc4, Buffer.from([0x00, ...ONE_SYMBOL])),
    segment(0xc4, Buffer.from([0x10, ...ONE_SYMBOL])),
    segment(0xc0, frame),
    segment(0xdd, Buffer.from([0, RESTART_BLOCKS])),
    segment(0xda, Buffer.from([1, 1, 0x00, 0, 63, 0])),
    ...intervals,
    marker(0xd9),
  ]);
}

/** Bits of 0, filled up to whole bytes with bits of 1. */
function zeroBits(count: number): Buffer {
  const data = Buffer.alloc(Math.ceil(count / 8));
  if (count % 8 > 0) data.writeUInt8(0xff >> (count % 8), data.length - 1);
  return data;
}

function marker(code: number): Buffer {
  return Buffer.from([0xff, code]);
}

function segment(code: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + data.length);
  return Buffer.concat([marker(code), length, data]);
}
