import { MalformedFrame } from '../../exchange/framing/malformed-frame.ts';
import type { Origin } from '../../exchange/upstream/origin.ts';
import { LIMITS } from '../../input/limits.ts';
import { Turns } from '../../input/turns.ts';
import { decodeUpstreamFrame } from '../../target/upstream/upstream-frame.ts';
import { type UpstreamSeen, UpstreamStore } from '../../target/upstream/upstream-store.ts';
import type { RelaySource } from '../judging/relays.ts';
import type { ReceivedFrame } from '../tap/tap-frame.ts';

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
