import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MalformedFrame } from '../../src/load/malformed-frame.ts';
import { readRecording } from '../../src/load/recording.ts';
import { UsageError } from '../../src/words/usage-error.ts';
import { END, exchangeHeader, frameBytes, HELLO } from './frame-bytes.ts';

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

describe('recording', () => {
  test('recording: its frames come in order, whatever their size', async () => {
    const path = await recorded('whole.rec', WHOLE);
    const told: (string | number | undefined)[] = [];
    for await (const frame of readRecording(path)) {
      told.push(frame.type === 'exchange' ? frame.exchange.answer?.body?.byteLength : frame.type);
    }
    expect(told).toEqual(['hello', 200_000, 1, 'end']);
  });

  test('recording: one that was cut brings its whole frames, then says that it was cut', async () => {
    const path = await recorded('cut.rec', WHOLE.subarray(0, -1));
    const types: string[] = [];
    const read = async () => {
      for await (const { type } of readRecording(path)) types.push(type);
    };
    await expect(read()).rejects.toThrow(/ends inside one: .*cut\.rec/);
    expect(types).toEqual(['hello', 'exchange', 'exchange']);
  });

  test('recording: a file of another kind is refused', async () => {
    const path = await recorded('report.json', Buffer.from('{"schemaVersion": 1}'));
    await expect(Array.fromAsync(readRecording(path))).rejects.toThrow(MalformedFrame);
  });

  test.each([
    ['that does not exist', 'nowhere.rec', 'ENOENT'],
    ['that is a folder', '.', 'EISDIR'],
  ])('recording: a path %s is told', async (_, name, code) => {
    const read = Array.fromAsync(readRecording(join(folder, name)));
    await expect(read).rejects.toThrow(UsageError);
    await expect(read).rejects.toThrow(`(${code})`);
  });
});
