import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { FrameDecoder, MalformedFrame } from '../../../src/exchange/frames.ts';
import { UsageError } from '../../../src/input/usage-error.ts';
import { Recording } from '../../../src/load/recording/recording.ts';
import { decodeTapFrame } from '../../../src/load/tap/tap-frame.ts';
import {
  END,
  exchangeHeader,
  frameBytes,
  HELLO,
  recordingBytes,
} from '../../load/tap/frame-bytes.ts';

const FRAMES = [
  frameBytes('hello', HELLO),
  frameBytes('exchange', exchangeHeader(), 'data: {}\n\n'),
  frameBytes('group-end', { kind: 'key', id: 'k', members: 1 }),
  frameBytes('dropped', { bodies: 3, timings: 0 }),
  frameBytes('end', END),
];

/** Random bytes, and frames with some bytes changed. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw)),
  damaged(Buffer.concat(FRAMES)),
);

function damaged(whole: Buffer): fc.Arbitrary<Buffer> {
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  return fc
    .tuple(fc.array(change, { maxLength: 4 }), fc.nat(whole.length))
    .map(([changes, length]) => {
      const copy = Buffer.from(whole);
      for (const [at, value] of changes) copy.writeUInt8(value, at);
      return copy.subarray(0, Math.max(length, whole.length >> 1));
    });
}

/** The decoder gives frames or a `MalformedFrame`, and holds no more than it was given. */
export const anyFrameBytes = fc.property(bytes, fc.nat(), (stream, somewhere) => {
  const cut = somewhere % (stream.length + 1);
  const decoder = new FrameDecoder();
  try {
    for (const chunk of [stream.subarray(0, cut), stream.subarray(cut)]) {
      for (const frame of decoder.push(chunk)) decodeTapFrame(frame);
      if (decoder.unfinishedBytes > stream.length) throw new Error('more is held than was given');
    }
  } catch (error) {
    if (!(error instanceof MalformedFrame)) throw error;
  }
});

const json = fc.json().map((text): unknown => JSON.parse(text));
const names = Object.keys({ ...HELLO, ...exchangeHeader(), ...END, group: 0, key: 0, about: 0 });

/** A header of any JSON is a frame or a `MalformedFrame`. */
export const anyFrameHeader = fc.property(
  fc.nat(255),
  fc.constantFrom(HELLO, exchangeHeader(), END, {}),
  fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 3 }),
  fc.option(json),
  (type, header, changes, other) => {
    const value = other ?? { ...header, ...changes };
    try {
      decodeTapFrame({ type, header: Buffer.from(JSON.stringify(value)), body: Buffer.alloc(0) });
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
    }
  },
);

/**
 * A file of any bytes is refused with an explanation, or read up to the damage, which is named.
 * @param home of the file
 */
const anyRecordingIn = (home: string) =>
  fc.property(fc.oneof(bytes, damaged(recordingBytes(...FRAMES))), (file) => {
    const path = join(home, 'any.rec');
    writeFileSync(path, file);
    const recording = opened(path);
    if (recording === undefined) return;
    while (recording.next() !== undefined);
    recording.close();
    const isWhole = recordingBytes(...FRAMES).equals(file);
    if (isWhole !== (recording.cutShort === undefined)) throw new Error('the damage is not named');
  });

/** {@link anyRecordingIn} in a folder that it removes again. */
export function assertAnyRecording(limits: fc.Parameters<[Buffer]>): void {
  const home = mkdtempSync(join(tmpdir(), 'assay-fuzz-'));
  try {
    fc.assert(anyRecordingIn(home), limits);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function opened(path: string): Recording | undefined {
  try {
    return new Recording(path);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
