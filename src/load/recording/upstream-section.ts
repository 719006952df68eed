import { encodeFrame, frameBytes, MalformedFrame } from '../../exchange/frames.ts';
import type { Origin } from '../../exchange/upstream/origin.ts';
import { LIMITS } from '../../input/limits.ts';
import { Turns } from '../../input/turns.ts';
import { decodeUpstreamFrame } from '../../target/upstream/upstream-frame.ts';
import { UpstreamStore } from '../../target/upstream/upstream-store.ts';
import type { RelaySource } from '../judging/relays.ts';
import { RECORDED, type ReceivedFrame } from '../tap/tap-frame.ts';
import type { FrameReader } from './frame-reader.ts';
import { Section } from './section.ts';

/** What the upstream received. */
export const UPSTREAM_SECTION = new Section(RECORDED.upstreamTail, 'upstreamBytes', 'the upstream');

/** The first frame of the section. */
export function encodeUpstreamOrigin({ originUnixMs, originMonotonicMs }: Origin): Buffer {
  // JSON has no member that is undefined.
  const originMonotonicNs = originMonotonicMs && originMonotonicMs * 1e6;
  return encodeFrame(RECORDED.upstreamOrigin, {
    originUnixNs: originUnixMs * 1e6,
    originMonotonicNs,
  });
}

export function encodeReceived({ atUnixMs, frame }: ReceivedFrame): Buffer {
  return encodeFrame(RECORDED.upstream, { atUnixNs: atUnixMs * 1e6 }, frameBytes(frame));
}

/** The frames of the upstream in a recording, read one by one. */
export class UpstreamFrames {
  /** The origin of the times in its frames; 0 when even that is damaged. */
  readonly origin: Origin;
  readonly #frames: FrameReader;

  constructor(frames: FrameReader) {
    this.#frames = frames;
    const first = frames.next()?.frame;
    this.origin = first?.type === 'upstream-origin' ? first : { originUnixMs: 0 };
  }

  /** Why frames are missing from it, once it was read; undefined when all are there. */
  get damage(): string | undefined {
    return this.#frames.damage;
  }

  /** The next one; undefined at the end, or where the file is damaged. */
  next(): ReceivedFrame | undefined {
    const frame = this.#frames.next()?.frame;
    return frame?.type === 'upstream' ? frame.received : undefined;
  }
}

/**
 * The upstream of a recorded run. Its clock is that of the recording: at any time it knows what the run
 * knew, in as much memory.
 */
export class RecordedUpstream implements RelaySource {
  readonly isLive = false;
  readonly originUnixMs: number;
  readonly originMonotonicMs: number | undefined;
  readonly #frames: UpstreamFrames;
  readonly store = new UpstreamStore(LIMITS.upstreamBodies.value);
  #next: ReceivedFrame | undefined;
  #nowUnixMs: number;

  constructor(frames: UpstreamFrames) {
    this.#frames = frames;
    this.#next = frames.next();
    const { originUnixMs, originMonotonicMs } = frames.origin;
    this.originUnixMs = originUnixMs;
    this.originMonotonicMs = originMonotonicMs;
    this.#nowUnixMs = originUnixMs;
  }

  now(): number {
    return this.#nowUnixMs - this.originUnixMs;
  }

  /** Reads what had come by then; an earlier time changes nothing. */
  advanceTo(unixMs: number): void {
    while (this.#next !== undefined && this.#next.atUnixMs <= unixMs) this.#takeNext(this.#next);
    this.#nowUnixMs = Math.max(this.#nowUnixMs, unixMs);
  }

  /** Reads what came after the last request of the callers. */
  async settled(): Promise<void> {
    const turns = new Turns();
    while (this.#next !== undefined) {
      const { atUnixMs, frame } = this.#next;
      this.advanceTo(atUnixMs);
      if (turns.isOver(frame.body.length)) await turns.next();
    }
  }

  #takeNext({ frame }: ReceivedFrame): void {
    try {
      const decoded = decodeUpstreamFrame(frame);
      if (decoded.type === 'begun') this.store.begin(decoded.begun);
      if (decoded.type === 'exchange') this.store.end(decoded.exchange);
    } catch (error) {
      // Its checksum is right: another version of Assay wrote it.
      if (!(error instanceof MalformedFrame)) throw error;
    }
    this.#next = this.#frames.next();
  }
}
