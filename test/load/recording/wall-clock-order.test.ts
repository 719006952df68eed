import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Recording } from '../../../src/load/recording/recording.ts';
import { inWallClockOrder } from '../../../src/load/recording/wall-clock-order.ts';
import { testFolder } from '../../support/test-folder.ts';
import { END, exchangeHeader, frameBytes, HELLO, recordingBytes } from '../tap/frame-bytes.ts';

const folder = await testFolder('order');

/** Recordings with one exchange at each of these ms. */
async function recorded(times: readonly (readonly number[])[]): Promise<Recording[]> {
  return Promise.all(
    times.map(async (ends, place) => {
      const path = join(folder, `${place}.rec`);
      const exchanges = ends.map((ms) =>
        frameBytes('exchange', exchangeHeader({ id: ms, endNs: ms * 1e6 }), 'x'),
      );
      const hello = frameBytes('hello', HELLO);
      await writeFile(path, recordingBytes(hello, ...exchanges, frameBytes('end', END)));
      const recording = new Recording(path, times.length);
      onTestFinished(() => recording.close());
      return recording;
    }),
  );
}

test('order: a hundred recordings are read by the wall clock, and at equal times by their place', async () => {
  const times = Array.from({ length: 100 }, (_, place) =>
    Array.from({ length: place % 7 }, (__, turn) => 10 + turn * 13 + ((place * 31) % 17)),
  );
  const all = times.flatMap((ends, place) => ends.map((ms) => [place, ms] as const));
  const read = [...inWallClockOrder(await recorded(times))].flatMap(({ place, frame }) =>
    frame.type === 'exchange' ? [[place, frame.exchange.id]] : [],
  );
  expect(read).toEqual(all.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]));
});
