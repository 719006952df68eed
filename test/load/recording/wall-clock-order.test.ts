import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Recording } from '../../../src/load/recording/recording.ts';
import { WallClockOrder } from '../../../src/load/recording/wall-clock-order.ts';
import { END, exchangeHeader, frameBytes, HELLO, recordingBytes } from '../tap/frame-bytes.ts';

const MIB = 2 ** 20;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-order-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Recordings with one exchange at each of these ms. */
async function recorded(times: readonly (readonly number[])[], body = 'x'): Promise<Recording[]> {
  return Promise.all(
    times.map(async (ends, place) => {
      const path = join(folder, `${place}.rec`);
      const exchanges = ends.map((ms) =>
        frameBytes('exchange', exchangeHeader({ id: ms, endNs: ms * 1e6 }), body),
      );
      const hello = frameBytes('hello', HELLO);
      await writeFile(path, recordingBytes(hello, ...exchanges, frameBytes('end', END)));
      const recording = new Recording(path, times.length);
      onTestFinished(() => recording.close());
      return recording;
    }),
  );
}

/** Place of the recording, id and size of each exchange, in the order read. */
function readAll(order: WallClockOrder) {
  const read: (readonly [place: number, id: number, bytes: number])[] = [];
  for (let reader = order.earliest(); reader !== undefined; reader = order.earliest()) {
    const frame = reader.take();
    if (frame?.type !== 'exchange') continue;
    const { id, answer } = frame.exchange;
    read.push([reader.place, id, answer?.body?.byteLength ?? 0]);
  }
  return read;
}

test('order: a hundred recordings are read by the wall clock, and at equal times by their place', async () => {
  const times = Array.from({ length: 100 }, (_, place) =>
    Array.from({ length: place % 7 }, (__, turn) => 10 + turn * 13 + ((place * 31) % 17)),
  );
  const all = times.flatMap((ends, place) => ends.map((ms) => [place, ms, 1] as const));
  const read = readAll(new WallClockOrder(await recorded(times)));
  expect(read).toEqual(all.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]));
});

test('order: large answers stay in their files until their turn comes', async () => {
  const [{ path } = { path: '' }] = await recorded([[100, 200]], 'x'.repeat(2 * MIB));
  const open = () => Array.from({ length: 12 }, () => new Recording(path, 12));
  const recordings = open();
  const order = new WallClockOrder(recordings);
  const places = Array.from({ length: 12 }, (_, place) => place);
  const expected = [100, 200].flatMap((ms) => places.map((place) => [place, ms, 2 * MIB]));
  expect(readAll(order)).toEqual(expected);
  const others = open();
  const cut = new WallClockOrder(others);
  await truncate(path, MIB);
  expect(readAll(cut)).toEqual([]);
  for (const recording of recordings) expect(recording.cutShort).toBeUndefined();
  for (const recording of [...recordings, ...others]) recording.close();
});
