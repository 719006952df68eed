import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { FrameDecoder, frameBytes } from '../../exchange/frames.ts';
import { processStartUnixMs } from '../../exchange/upstream/origin.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import { encodeReceived, encodeUpstreamOrigin, UPSTREAM_SECTION } from './upstream-section.ts';

/** Bytes in memory before they are written. */
const BUFFER_BYTES = 256 * 1024;
/** Bytes that are copied at once. */
const COPY_BYTES = 4 * 1024 * 1024;

/**
 * Runs a load, and adds what the upstream received meanwhile to its recording, if there are both.
 * @param settleMs how long after the last answer a request to the upstream belongs to the load
 * @returns the result of the load, and why nothing could be added, a sentence each
 */
export async function spoolingUpstream<T>(
  upstream: Upstream | undefined,
  recording: string | undefined,
  settleMs: number,
  load: () => Promise<T>,
): Promise<readonly [T, readonly string[]]> {
  if (upstream === undefined || recording === undefined) return [await load(), []];
  const spool = new UpstreamSpool(upstream, recording);
  try {
    const result = await load();
    const failure = await spool.append(settleMs);
    return [result, failure === undefined ? [] : [failure]];
  } finally {
    spool.discard();
  }
}

/**
 * Keeps the frames of the upstream during a load in a file without a name, on the disk of the
 * recording, and adds them to it after the run: until then the engine writes the recording.
 */
class UpstreamSpool {
  readonly #upstream: Upstream;
  readonly #recording: string;
  readonly #file: number;
  readonly #unsubscribe: () => void;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #failure: string | undefined;

  /** @param recording of the engine; it need not exist yet */
  constructor(upstream: Upstream, recording: string) {
    this.#upstream = upstream;
    this.#recording = recording;
    this.#file = openUnnamed(recording);
    this.#take(encodeUpstreamOrigin(upstream.origin));
    const startUnixMs = processStartUnixMs();
    this.#unsubscribe = upstream.observeFrames((frame) => {
      const atUnixMs = startUnixMs + performance.now();
      this.#take(encodeReceived({ atUnixMs, frame }));
    });
  }

  /**
   * Adds what came to the recording, once the last requests of the callers are settled upstream.
   * @returns why it could not, a sentence
   */
  async append(settleMs: number): Promise<string | undefined> {
    await wait(settleMs);
    await this.#upstream.caughtUp();
    this.#unsubscribe();
    this.#flush();
    // An engine that failed before it wrote anything has left no recording.
    if (this.#failure === undefined && existsSync(this.#recording)) {
      this.#trying(() => UPSTREAM_SECTION.append(this.#recording, this.#frames()));
    }
    return this.#failure;
  }

  /** Removes the file. Call once. */
  discard(): void {
    this.#unsubscribe();
    closeSync(this.#file);
  }

  #take(frame: Buffer): void {
    this.#pending.push(frame);
    this.#pendingBytes += frame.length;
    if (this.#pendingBytes >= BUFFER_BYTES) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (this.#failure === undefined) this.#trying(() => writeSync(this.#file, bytes));
  }

  *#frames(): Generator<Buffer[]> {
    const decoder = new FrameDecoder();
    const chunk = Buffer.alloc(COPY_BYTES);
    for (let at = 0; ; ) {
      const read = readSync(this.#file, chunk, 0, chunk.length, at);
      if (read === 0) return;
      at += read;
      yield [...decoder.push(Buffer.from(chunk.subarray(0, read)))].map(frameBytes);
    }
  }

  #trying(work: () => void): void {
    try {
      work();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#failure = `The recording does not have what the upstream received: ${why}.`;
    }
  }
}

/** A file beside this one that ends with this process, also when it is killed. */
function openUnnamed(beside: string): number {
  const path = `${beside}.upstream-${randomBytes(8).toString('hex')}`;
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return file;
}
