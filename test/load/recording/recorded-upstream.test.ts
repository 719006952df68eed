import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeFrame, frameAt } from '../../../src/exchange/frames.ts';
import { appendEffects } from '../../../src/load/recording/effects.ts';
import { Recording } from '../../../src/load/recording/recording.ts';
import {
  encodeReceived,
  encodeUpstreamOrigin,
  RecordedUpstream,
  UPSTREAM_SECTION,
} from '../../../src/load/recording/upstream-section.ts';
import { testFolder } from '../../support/test-folder.ts';
import { END, exchangeHeader, frameBytes, HELLO, recordingBytes } from '../tap/frame-bytes.ts';

const ORIGIN_MS = 1_700_000_000_000;
const NONCES = ['n00000001', 'n00000002'];
const BEGUN = 35;

const folder = await testFolder('recorded-upstream');

const ENGINE = recordingBytes(
  frameBytes('hello', HELLO),
  frameBytes('exchange', exchangeHeader({ id: 1 }), 'x'),
  frameBytes('end', END),
);

/** Frames of the upstream that say that a request with a nonce has begun, one each second. */
const BEGINS = NONCES.map((nonce, at) =>
  encodeReceived({
    atUnixMs: ORIGIN_MS + 1000 * (at + 1),
    frame: frameAt(encodeFrame(BEGUN, { id: at + 1, nonces: [nonce], operation: 'chat' }), 0),
  }),
);

/** A recording of an engine, to which these frames and the tail of the upstream were added. */
async function recorded(name: string, frames: readonly Buffer[] = BEGINS): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, ENGINE);
  UPSTREAM_SECTION.append(path, [[encodeUpstreamOrigin({ originUnixMs: ORIGIN_MS }), ...frames]]);
  return path;
}

/** Reads the frames of the engine and those of the upstream to their ends. */
function read(path: string) {
  const recording = new Recording(path);
  const types: number[] = [];
  for (let each = recording.next(); each !== undefined; each = recording.next()) {
    types.push(each.raw.type);
  }
  let frames = 0;
  while (recording.upstream?.next() !== undefined) frames += 1;
  const effects = recording.readEffects();
  recording.close();
  const { cutShort } = recording;
  return { types, frames, cutShort, effects: effects && [...effects] };
}

test('recording of both ends: the frames of the engine end where those of the upstream begin', async () => {
  expect(read(await recorded('both.rec'))).toMatchObject({
    types: [2, 6],
    frames: 2,
    cutShort: undefined,
  });
});

test('recording of both ends: the effects of keys are added after them', async () => {
  const path = await recorded('effects.rec');
  appendEffects(path, new Map([['k1', 2]]));
  expect(read(path)).toEqual({
    types: [2, 6],
    frames: 2,
    cutShort: undefined,
    effects: [['k1', 2]],
  });
});

test('recording of both ends: one without the whole tail of the upstream has nothing of it, and is incomplete', async () => {
  const path = await recorded('untailed.rec');
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, -1));
  const { frames, cutShort } = read(path);
  expect(frames).toBe(0);
  expect(cutShort).toMatch(/^it ends inside frame \d+$/);
});

test('recording of both ends: every flipped bit of what the upstream received is found', async () => {
  const path = await recorded('flipped.rec');
  const bytes = await readFile(path);
  const found = new Set<string>();
  for (let at = ENGINE.length; at < bytes.length; at += 1) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at);
    await writeFile(path, flipped);
    found.add(read(path).cutShort ?? `nothing at byte ${at - ENGINE.length}`);
  }
  expect([...found].filter((why) => why.startsWith('nothing'))).toEqual([]);
  expect(found).toContain('frame 2 of the upstream is damaged');
});

test('recorded upstream: at any time it knows what had come by then', async () => {
  const recording = new Recording(await recorded('clock.rec'));
  if (recording.upstream === undefined) throw new Error('The recording has no upstream.');
  const upstream = new RecordedUpstream(recording.upstream);
  const open = () => NONCES.map((nonce) => upstream.store.of(nonce).open);
  expect(open()).toEqual([0, 0]);
  upstream.advanceTo(ORIGIN_MS + 1500);
  expect(open()).toEqual([1, 0]);
  expect(upstream.now()).toBe(1500);
  upstream.advanceTo(ORIGIN_MS + 1200);
  expect(upstream.now()).toBe(1500);
  upstream.store.forget(NONCES[0] ?? '');
  await upstream.settled();
  expect(open()).toEqual([0, 1]);
  recording.close();
});
