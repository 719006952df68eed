import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FrameObserver } from '../../../src/load/tap/frame-observer.ts';
import { type Frame, FrameDecoder } from '../../../src/load/tap/frames.ts';
import { MalformedFrame } from '../../../src/load/tap/malformed-frame.ts';
import { Tap } from '../../../src/load/tap/tap.ts';
import { END, exchangeHeader, frameBytes, HELLO } from './frame-bytes.ts';

const KEYS = { first: 'ref_live_1', second: 'ref_live_2' };

async function openTap(observer: FrameObserver = {}): Promise<Tap> {
  const tap = await Tap.open({ keys: KEYS, observer });
  onTestFinished(() => tap.close());
  return tap;
}

/** The far end, as the engine is: connects and reads frames. */
async function connect(tap: Tap): Promise<{ socket: Socket; next(): Promise<Frame> }> {
  const socket = createConnection(tap.path);
  await once(socket, 'connect');
  const decoder = new FrameDecoder();
  const frames: Frame[] = [];
  return {
    socket,
    async next() {
      for (;;) {
        const frame = frames.shift();
        if (frame !== undefined) return frame;
        const [chunk] = await once(socket, 'data');
        frames.push(...decoder.push(chunk));
      }
    },
  };
}

describe('tap', () => {
  test('tap: what the engine sends is told in its order, and the receipt counts it', async () => {
    const told: string[] = [];
    const tap = await openTap({
      hello: ({ runId }) => told.push(`hello ${runId}`),
      exchange: ({ id }) => told.push(`exchange ${id}`),
      groupEnd: ({ id, members }) => told.push(`group ${id} of ${members}`),
      dropped: ({ bodies }) => told.push(`dropped ${bodies}`),
      end: ({ exchanges }) => told.push(`end after ${exchanges}`),
    });
    const { socket } = await connect(tap);
    socket.write(frameBytes('hello', HELLO));
    socket.write(frameBytes('exchange', exchangeHeader({ id: 1 }), 'body'));
    socket.write(frameBytes('group-end', { kind: 'key', id: 'k', members: 1 }));
    socket.write(frameBytes('dropped', { bodies: 3, timings: 0 }));
    socket.end(frameBytes('end', END));

    const { hello, end, exchanges } = await tap.receipt;
    expect(told).toEqual([
      'hello a1b2c3d4',
      'exchange 1',
      'group k of 1',
      'dropped 3',
      'end after 1',
    ]);
    expect([hello?.runId, end?.exchanges, exchanges]).toEqual(['a1b2c3d4', 1, 1]);
  });

  test('tap: the keys are the first frame to the engine, then stop and violations', async () => {
    const tap = await openTap();
    const engine = await connect(tap);
    const keys = await engine.next();
    expect([keys.type, JSON.parse(keys.header.toString())]).toEqual([129, KEYS]);

    tap.stop();
    expect((await engine.next()).type).toBe(130);
    tap.violations('chat-id', 'chat', 2);
    const violations = await engine.next();
    expect(violations.type).toBe(131);
    expect(JSON.parse(violations.header.toString())).toEqual({
      rule: 'chat-id',
      operation: 'chat',
      count: 2,
    });
    engine.socket.destroy();
  });

  test('tap: an engine that breaks off is a receipt without an end', async () => {
    const tap = await openTap();
    const { socket } = await connect(tap);
    socket.write(frameBytes('exchange', exchangeHeader(), 'body'), () => socket.destroy());
    const receipt = await tap.receipt;
    expect(receipt).toEqual({ exchanges: 1 });
  });

  test('tap: bytes that are no frame are told, and the engine is cut off', async () => {
    const tap = await openTap();
    const { socket } = await connect(tap);
    socket.write(Buffer.from([9, 0, 0, 0, 200, 0, 0, 0, 0, 1, 2, 3, 4]));
    await expect(tap.receipt).rejects.toThrow(MalformedFrame);
    await once(socket.resume(), 'close');
  });

  test('tap: what the observer throws is what the receipt rejects with', async () => {
    const broken = new Error('a rule broke');
    const tap = await openTap({
      exchange() {
        throw broken;
      },
    });
    const { socket } = await connect(tap);
    socket.write(frameBytes('exchange', exchangeHeader()));
    await expect(tap.receipt).rejects.toBe(broken);
  });

  test('tap: a second connection is turned away', async () => {
    const tap = await openTap();
    const { socket, next } = await connect(tap);
    await next();
    await expect(connect(tap)).rejects.toThrow('ENOENT');
    socket.end(frameBytes('end', END));
    expect((await tap.receipt).end?.exchanges).toBe(1);
  });

  test('tap: its folder is closed to other users, and gone when it is closed', async () => {
    const tap = await openTap();
    expect((await stat(tap.folder)).mode & 0o777).toBe(0o700);
    await tap.close();
    await expect(stat(tap.folder)).rejects.toThrow('ENOENT');
  });

  test('tap: once the engine is there, no file of it is left to a process that is killed', async () => {
    const tap = await openTap();
    const { next } = await connect(tap);
    await next();
    await expect(stat(tap.folder)).rejects.toThrow('ENOENT');
  });

  test('tap: a slow observer holds the engine back, so that little waits in memory', async () => {
    const body = 'x'.repeat(100_000);
    const frame = frameBytes('exchange', exchangeHeader(), body);
    let taken = 0;
    const tap = await openTap({
      exchange() {
        taken += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      },
    });
    const { socket } = await connect(tap);
    const count = 60;
    for (let sent = 0; sent < count; sent++) {
      if (!socket.write(frame)) await once(socket, 'drain');
      // What the far end could write and nobody has taken fits the buffers of the two sockets.
      expect(sent - taken).toBeLessThan(20);
    }
    socket.end();
    expect((await tap.receipt).exchanges).toBe(count);
  });
});
