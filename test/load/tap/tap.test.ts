import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Frame, FrameDecoder, MalformedFrame } from '../../../src/exchange/frames.ts';
import { Tap } from '../../../src/load/tap/tap.ts';
import type { FrameObserver } from '../../../src/load/tap/tap-frame.ts';
import { END, exchangeHeader, frameBytes, HELLO } from './frame-bytes.ts';

const KEYS = { first: 'ref_live_1', second: 'ref_live_2' };

async function openTap(observer: FrameObserver = {}): Promise<Tap> {
  const tap = await Tap.open({ keys: KEYS, observer });
  onTestFinished(() => tap.close());
  return tap;
}

/** Connects as the engine does and reads frames. */
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
  test('tap: the observer receives what the engine sends in order, and the receipt counts it', async () => {
    const observed: string[] = [];
    const tap = await openTap({
      hello: ({ runId }) => observed.push(`hello ${runId}`),
      exchange: ({ id }) => observed.push(`exchange ${id}`),
      groupEnd: ({ id, members }) => observed.push(`group ${id} of ${members}`),
      dropped: ({ bodies }) => observed.push(`dropped ${bodies}`),
      end: ({ exchanges }) => observed.push(`end after ${exchanges}`),
    });
    const { socket } = await connect(tap);
    socket.write(frameBytes('hello', HELLO));
    socket.write(frameBytes('exchange', exchangeHeader({ id: 1 }), 'body'));
    socket.write(frameBytes('group-end', { kind: 'key', id: 'k', members: 1 }));
    socket.write(frameBytes('dropped', { bodies: 3, timings: 0 }));
    socket.end(frameBytes('end', END));

    const { hello, end, exchanges } = await tap.receipt;
    expect(observed).toEqual([
      'hello a1b2c3d4',
      'exchange 1',
      'group k of 1',
      'dropped 3',
      'end after 1',
    ]);
    expect([hello?.runId, end?.exchanges, exchanges]).toEqual(['a1b2c3d4', 1, 1]);
  });

  test('tap: the engine receives the keys first, then stop and violations', async () => {
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

  test('tap: the receipt of an engine that breaks off has no end', async () => {
    const tap = await openTap();
    const { socket } = await connect(tap);
    socket.write(frameBytes('exchange', exchangeHeader(), 'body'), () => socket.destroy());
    const receipt = await tap.receipt;
    expect(receipt).toEqual({ exchanges: 1 });
  });

  test('tap: bytes that are not a frame reject the receipt, and the engine is disconnected', async () => {
    const tap = await openTap();
    const { socket } = await connect(tap);
    socket.write(Buffer.from([9, 0, 0, 0, 200, 0, 0, 0, 0, 1, 2, 3, 4]));
    await expect(tap.receipt).rejects.toThrow(MalformedFrame);
    await once(socket.resume(), 'close');
  });

  test('tap: an error of the observer rejects the receipt', async () => {
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

  test('tap: a second connection is refused', async () => {
    const tap = await openTap();
    const { socket, next } = await connect(tap);
    await next();
    await expect(connect(tap)).rejects.toThrow('ENOENT');
    socket.end(frameBytes('end', END));
    expect((await tap.receipt).end?.exchanges).toBe(1);
  });

  test('tap: other users cannot open its folder, which is removed when it closes', async () => {
    const tap = await openTap();
    expect((await stat(tap.folder)).mode & 0o777).toBe(0o700);
    await tap.close();
    await expect(stat(tap.folder)).rejects.toThrow('ENOENT');
  });

  test('tap: once the engine is connected, a killed process leaves no file behind', async () => {
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
      // What the engine has written and the observer has not taken fits the buffers of two sockets.
      expect(sent - taken).toBeLessThan(20);
    }
    socket.end();
    expect((await tap.receipt).exchanges).toBe(count);
  });
});
