import { existsSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import { appendEffects } from '../../../src/load/recording/effects.ts';
import { Recording } from '../../../src/load/recording/recording.ts';
import { testFolder, writerIn } from '../../support/test-folder.ts';
import { END, exchangeHeader, frameBytes, HELLO, recordingBytes } from '../tap/frame-bytes.ts';
import { readRecording } from './read-recording.ts';

const folder = await testFolder('test');

const recorded = writerIn(folder);

const FRAMES = {
  hello: frameBytes('hello', HELLO),
  first: frameBytes('exchange', exchangeHeader({ id: 1 }), 'x'.repeat(200_000)),
  second: frameBytes('exchange', exchangeHeader({ id: 2 }), 'y'),
  end: frameBytes('end', END),
};
const WHOLE = recordingBytes(FRAMES.hello, FRAMES.first, FRAMES.second, FRAMES.end);
const CHECKSUM_BYTES = 4;
const END_BYTES = FRAMES.end.length + CHECKSUM_BYTES;

/** Reads a recording to its end. */
function readThrough(path: string): { types: number[]; cutShort: string | undefined } {
  const recording = new Recording(path);
  const types: number[] = [];
  for (let read = recording.next(); read !== undefined; read = recording.next()) {
    types.push(read.raw.type);
  }
  recording.close();
  return { types, cutShort: recording.cutShort };
}

/** The same frames in another order, each with the checksum that it had. */
function rearranged(...order: readonly number[]): Buffer {
  const sealed: Buffer[] = [];
  let at = 0;
  for (const { length } of Object.values(FRAMES)) {
    sealed.push(WHOLE.subarray(at, at + length + CHECKSUM_BYTES));
    at += length + CHECKSUM_BYTES;
  }
  return Buffer.concat(order.map((place) => sealed[place] ?? Buffer.alloc(0)));
}

const TYPES = ['hello', 'exchange', 'exchange', 'end'];

/** What is wrong with a file, whether it is refused or read. */
function cutShortOf(path: string): string | undefined {
  try {
    return readThrough(path).cutShort;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

describe('recording', () => {
  test('recording: its frames are read in order, whatever their size', async () => {
    const path = await recorded('whole.rec', WHOLE);
    const seen: (string | number | undefined)[] = [];
    for await (const frame of readRecording(path)) {
      seen.push(frame.type === 'exchange' ? frame.exchange.answer?.body?.byteLength : frame.type);
    }
    expect(seen).toEqual(['hello', 200_000, 1, 'end']);
  });

  test.each([
    ['inside a frame', -1, 'it ends inside frame 4'],
    ['before its totals', -END_BYTES, 'it ends after frame 3, without totals'],
  ])(
    'recording: one that was cut %s yields its whole frames, then reports the cut',
    async (_, at, why) => {
      const path = await recorded('cut.rec', WHOLE.subarray(0, at));
      const types: string[] = [];
      const read = () => {
        for (const { type } of readRecording(path)) types.push(type);
      };
      expect(read).toThrow(`Recording is incomplete: ${path}, ${why}.`);
      expect(types).toEqual(['hello', 'exchange', 'exchange']);
    },
  );

  test.each([
    [
      'continues with other bytes',
      Buffer.concat([WHOLE, Buffer.alloc(20)]),
      [2, 2, 6],
      'frame 5 is damaged',
    ],
    [
      'continues with three bytes',
      Buffer.concat([WHOLE, Buffer.alloc(3)]),
      [2, 2, 6],
      'it ends inside frame 5',
    ],
    [
      'is followed by another',
      Buffer.concat([WHOLE, WHOLE]),
      [2, 2, 6],
      'another recording begins in it: name each file separately',
    ],
    ['repeats a frame', rearranged(0, 1, 1, 2, 3), [2], 'frame 3 is damaged'],
    ['repeats its end', rearranged(0, 1, 2, 3, 3), [2, 2, 6], 'frame 5 is damaged'],
    ['misses a frame', rearranged(0, 2, 3), [], 'frame 2 is damaged'],
    ['has frames in another order', rearranged(0, 2, 1, 3), [], 'frame 2 is damaged'],
  ])(
    'recording: one that %s yields the frames before the damage, then reports it',
    async (_, bytes, types, why) => {
      const path = await recorded('damaged.rec', bytes);
      expect(readThrough(path)).toEqual({ types, cutShort: why });
    },
  );

  test('recording: every flipped bit of a small one is found', async () => {
    const whole = recordingBytes(FRAMES.hello, FRAMES.second, FRAMES.end);
    const path = join(folder, 'flipped.rec');
    for (let bit = 0; bit < whole.length * 8; bit += 13) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      await writeFile(path, bytes);
      expect(cutShortOf(path), `bit ${bit}`).toMatch(
        /damaged|not a recording|ends inside frame|format/,
      );
    }
  });

  test('recording: a length with a flipped bit does not allocate memory for missing bytes', async () => {
    const bytes = Buffer.from(WHOLE);
    const second = FRAMES.hello.length + CHECKSUM_BYTES;
    bytes.writeUInt32LE(23 * 1024 * 1024, second);
    const before = process.memoryUsage().arrayBuffers;
    expect(readThrough(await recorded('long.rec', bytes)).cutShort).toBe('it ends inside frame 2');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
  });

  test.each([1, 3])(
    'recording: one of format %i is refused with the supported format',
    async (version) => {
      const path = await recorded(
        'format.rec',
        Buffer.concat([frameBytes('hello', { ...HELLO, version }), FRAMES.end]),
      );
      const sealed = await recorded(
        'sealed.rec',
        recordingBytes(frameBytes('hello', { ...HELLO, version })),
      );
      for (const each of [path, sealed]) {
        expect(() => new Recording(each)).toThrow(
          `Recording has format ${version}, and this Assay reads format 2: ${each}. Record the run again with this version of Assay.`,
        );
      }
    },
  );

  test('recording: a hundred large ones need no more memory than a few', async () => {
    const path = await recorded('long.rec', WHOLE);
    await truncate(path, 5 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    const recordings = Array.from({ length: 100 }, () => new Recording(path, 100));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
    for (const recording of recordings) recording.close();
  });

  test('recording: one of a run that was stopped early reports it', async () => {
    const end = frameBytes('end', { ...END, cutShort: true });
    const path = await recorded('stopped.rec', recordingBytes(FRAMES.hello, end));
    expect(() => [...readRecording(path)]).toThrow(/its run was stopped early\.$/);
  });

  test('recording: effects are added after its end and read back', async () => {
    const path = await recorded('effects.rec', WHOLE);
    expect(new Recording(path).readEffects()).toBeUndefined();
    const effects = new Map(Array.from({ length: 25_000 }, (__, key) => [`key-${key}`, key % 3]));
    appendEffects(path, effects);
    expect([...(new Recording(path).readEffects() ?? [])].join()).toBe([...effects].join());
    expect([...readRecording(path)].map(({ type }) => type)).toEqual(TYPES);
  });

  test('recording: half a frame of a killed engine does not hide the effects', async () => {
    const path = await recorded('killed.rec', WHOLE.subarray(0, -END_BYTES - 1));
    appendEffects(path, new Map([['key-1', 2]]));
    expect(readThrough(path)).toEqual({ types: [2], cutShort: 'it ends inside frame 3' });
    expect(new Recording(path).readEffects()).toEqual(new Map([['key-1', 2]]));
  });

  test('recording: keys without effects are distinguished from missing effects', async () => {
    const path = await recorded('none.rec', WHOLE);
    appendEffects(path, new Map());
    expect(new Recording(path).readEffects()).toEqual(new Map());
    expect(readThrough(path).cutShort).toBeUndefined();
  });

  test('recording: a flipped bit or a missing end in the effects makes them unreadable, and is reported', async () => {
    const path = await recorded('effects.rec', WHOLE);
    appendEffects(path, new Map([['key-1', 2]]));
    const whole = await readFile(path);
    for (let at = WHOLE.length; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 4, at);
      for (const bytes of [flipped, ...(at > WHOLE.length ? [whole.subarray(0, at)] : [])]) {
        await writeFile(path, bytes);
        expect(new Recording(path).readEffects()).toBeUndefined();
        expect(readThrough(path).cutShort).toMatch(/frame [56]/);
      }
    }
  });

  test('recording: effects do not create one for an engine that failed before it wrote one', () => {
    const path = join(folder, 'never.rec');
    appendEffects(path, new Map([['key-1', 2]]));
    expect(existsSync(path)).toBe(false);
  });

  test('recording: a file of another kind is refused', async () => {
    const path = await recorded('report.json', Buffer.from('{"schemaVersion": 1}'));
    await expect(Array.fromAsync(readRecording(path))).rejects.toThrow(
      `File is not a recording: ${path}.`,
    );
  });

  test.each([
    ['that does not exist', 'nowhere.rec', 'Recording cannot be read: .*\\(ENOENT\\)'],
    ['that is a folder', '.', 'File is not a recording'],
  ])('recording: a path %s is reported', async (_, name, sentence) => {
    const read = Array.fromAsync(readRecording(join(folder, name)));
    await expect(read).rejects.toThrow(UsageError);
    await expect(read).rejects.toThrow(new RegExp(sentence));
  });
});
