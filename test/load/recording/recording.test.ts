import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import { appendEffects } from '../../../src/load/recording/effects.ts';
import { Recording, readRecording } from '../../../src/load/recording/recording.ts';
import { END, exchangeHeader, frameBytes, HELLO } from '../tap/frame-bytes.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function recorded(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const WHOLE = Buffer.concat([
  frameBytes('hello', HELLO),
  frameBytes('exchange', exchangeHeader({ id: 1 }), 'x'.repeat(200_000)),
  frameBytes('exchange', exchangeHeader({ id: 2 }), 'y'),
  frameBytes('end', END),
]);

const TYPES = ['hello', 'exchange', 'exchange', 'end'];

describe('recording', () => {
  test('recording: its frames come in order, whatever their size', async () => {
    const path = await recorded('whole.rec', WHOLE);
    const told: (string | number | undefined)[] = [];
    for await (const frame of readRecording(path)) {
      told.push(frame.type === 'exchange' ? frame.exchange.answer?.body?.byteLength : frame.type);
    }
    expect(told).toEqual(['hello', 200_000, 1, 'end']);
  });

  test.each([
    ['inside a frame', -1, 'it ends inside a frame'],
    ['before its totals', -frameBytes('end', END).length, 'it ends without totals'],
  ])('recording: one that was cut %s brings its whole frames, then says so', async (_, at, why) => {
    const path = await recorded('cut.rec', WHOLE.subarray(0, at));
    const types: string[] = [];
    const read = () => {
      for (const { type } of readRecording(path)) types.push(type);
    };
    expect(read).toThrow(`Recording is incomplete: ${path}, ${why}.`);
    expect(types).toEqual(['hello', 'exchange', 'exchange']);
  });

  test('recording: one that goes on as something else brings what came before, then says so', async () => {
    const path = await recorded('odd.rec', Buffer.concat([WHOLE, Buffer.alloc(20)]));
    expect(() => [...readRecording(path)]).toThrow(/it is damaged\.$/);
  });

  test('recording: one that another was appended to is read to its own end, then says so', async () => {
    const path = await recorded('joined.rec', Buffer.concat([WHOLE, WHOLE]));
    const recording = new Recording(path);
    const types = Array.from({ length: 4 }, () => recording.next()?.type);
    recording.close();
    expect(types).toEqual([2, 2, 6, undefined]);
    expect(recording.cutShort).toBe('another recording begins in it: name each file separately');
  });

  test('recording: one of a run that was stopped early says so', async () => {
    const end = frameBytes('end', { ...END, cutShort: true });
    const path = await recorded('stopped.rec', Buffer.concat([frameBytes('hello', HELLO), end]));
    expect(() => [...readRecording(path)]).toThrow(/its run was stopped early\.$/);
  });

  test('recording: effects are added after its end and read back', async () => {
    const path = await recorded('effects.rec', WHOLE);
    expect(new Recording(path).effects.size).toBe(0);
    const effects = new Map(Array.from({ length: 25_000 }, (__, key) => [`key-${key}`, key % 3]));
    appendEffects(path, effects);
    expect([...new Recording(path).effects].join()).toBe([...effects].join());
    expect([...readRecording(path)].map(({ type }) => type)).toEqual(TYPES);
  });

  test('recording: half a frame of an engine that was killed swallows nothing of the effects', async () => {
    const path = await recorded(
      'killed.rec',
      WHOLE.subarray(0, -frameBytes('end', END).length - 1),
    );
    appendEffects(path, new Map([['key-1', 2]]));
    const recording = new Recording(path);
    const types = Array.from({ length: 2 }, () => recording.next()?.type);
    recording.close();
    expect(types).toEqual([2, undefined]);
    expect(recording.cutShort).toBe('it ends inside a frame');
    expect([...recording.effects]).toEqual([['key-1', 2]]);
  });

  test('recording: effects make none of an engine that failed before it wrote one', () => {
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
  ])('recording: a path %s is told', async (_, name, sentence) => {
    const read = Array.fromAsync(readRecording(join(folder, name)));
    await expect(read).rejects.toThrow(UsageError);
    await expect(read).rejects.toThrow(new RegExp(sentence));
  });
});
