import { encodeFrame, frameBytes, MalformedFrame } from '../../exchange/frames.ts';
import type { Origin } from '../../exchange/upstream/origin.ts';
import { defined } from '../../input/defined.ts';
import { LIMITS } from '../../input/limits.ts';
import { Turns } from '../../input/turns.ts';
import { decodeUpstreamFrame } from '../../target/upstream/upstream-frame.ts';
import { type UpstreamSeen, UpstreamStore } from '../../target/upstream/upstream-store.ts';
import type { RelaySource } from '../judging/relays.ts';
import { decodeTapFrame, RECORDED, type ReceivedFrame, type TapFrame } from '../tap/tap-frame.ts';
import { Section, type SectionFrames } from './section.ts';

/** What the upstream received. */
export const UPSTREAM_SECTION = new Section(RECORDED.upstreamTail, 'upstreamBytes');

/** The first frame of the section. */
export function encodeUpstreamOrigin({ originUnixMs, originMonotonicMs }: Origin): Buffer {
  const originMonotonicNs = originMonotonicMs && originMonotonicMs * 1e6;
  return encodeFrame(RECORDED.upstreamOrigin, {
    originUnixNs: originUnixMs * 1e6,
    ...defined({ originMonotonicNs }),
  });
}

export function encodeReceived({ atUnixMs, frame }: ReceivedFrame): Buffer {
  return encodeFrame(RECORDED.upstream, { atUnixNs: atUnixMs * 1e6 }, frameBytes(frame));
}

/** The frames of the upstream in a recording, read one by one. */
export class UpstreamFrames {
  /** The origin of the times in its frames; 0 when even that is damaged. */
  readonly origin: Origin;
  readonly #frames: SectionFrames;
  #count = 0;
  #damage: string | undefined;

  constructor(frames: SectionFrames) {
    this.#frames = frames;
    const first = this.#decoded();
    this.origin = first?.type === 'upstream-origin' ? first : { originUnixMs: 0 };
  }

  /** Why frames are missing from it, once it was read; undefined when all are there. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** The next one; undefined at the end, or where the file is damaged. */
  next(): ReceivedFrame | undefined {
    if (this.#damage !== undefined) return undefined;
    const decoded = this.#decoded();
    return decoded?.type === 'upstream' ? decoded.received : undefined;
  }

  #decoded(): TapFrame | undefined {
    try {
      const frame = this.#frames.next();
      this.#count += 1;
      return frame && decodeTapFrame(frame);
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.#damage = `frame ${this.#count + 1} of the upstream is damaged`;
      return undefined;
    }
  }
}

/** What a recording has of the upstream. */
interface Frames {
  readonly origin: Origin;
  next(): ReceivedFrame | undefined;
}

/**
 * The upstream of a recorded run. Its clock is that of the recording: at any time it knows what the run
 * knew, in as much memory.
 */
export class RecordedUpstream implements RelaySource {
  readonly isLive = false;
  readonly originUnixMs: number;
  readonly originMonotonicMs?: number;
  readonly #frames: Frames;
  readonly #store = new UpstreamStore(LIMITS.upstreamBodies.value);
  #next: ReceivedFrame | undefined;
  #nowUnixMs: number;

  constructor(frames: Frames) {
    this.#frames = frames;
    this.#next = frames.next();
    const { originUnixMs, originMonotonicMs } = frames.origin;
    this.originUnixMs = originUnixMs;
    if (originMonotonicMs !== undefined) this.originMonotonicMs = originMonotonicMs;
    this.#nowUnixMs = originUnixMs;
  }

  now(): number {
    return this.#nowUnixMs - this.originUnixMs;
  }

  known(nonce: string): UpstreamSeen {
    return this.#store.of(nonce);
  }

  forget(nonce: string): void {
    this.#store.forget(nonce);
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
      if (decoded.type === 'begun') this.#store.begin(decoded.begun);
      if (decoded.type === 'exchange') this.#store.end(decoded.exchange);
      if (decoded.type === 'dropped') this.#store.lose(decoded.exchanges);
    } catch (error) {
      // Its checksum is right: another version of Assay wrote it.
      if (!(error instanceof MalformedFrame)) throw error;
      this.#store.lose(1);
    }
    this.#next = this.#frames.next();
  }
}
