import { readSync } from 'node:fs';
import {
  encodeFrame,
  type Frame,
  frameAt,
  frameBytes,
  frameSize,
  LENGTH_BYTES,
} from '../../exchange/framing/frames.ts';
import { MalformedFrame } from '../../exchange/framing/malformed-frame.ts';
import type { Origin } from '../../exchange/upstream/origin.ts';
import { defined } from '../../input/defined.ts';
import { decodeTapFrame, RECORDED, type ReceivedFrame, type TapFrame } from '../tap/tap-frame.ts';
import { CHECKSUM_BYTES, type FrameChecksum } from './frame-checksum.ts';
import { checksumAt, SectionTail } from './section.ts';

/** After the frames of the upstream. */
export const UPSTREAM_TAIL = new SectionTail(RECORDED.upstreamTail, 'upstreamBytes');

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
export class UpstreamSection {
  /** The origin of the times in its frames; 0 when even that is damaged. */
  readonly origin: Origin;
  readonly #file: number;
  readonly #end: number;
  readonly #checksum: FrameChecksum;
  #at: number;
  #frames = 0;
  #damage: string | undefined;

  /** @param end where the tail of the section ends */
  constructor(file: number, start: number, end: number) {
    this.#file = file;
    this.#at = start;
    this.#end = end - UPSTREAM_TAIL.sizeBytes;
    this.#checksum = checksumAt(file, start);
    const first = this.#decoded();
    this.origin = first?.type === 'upstream-origin' ? first : { originUnixMs: 0 };
  }

  /** Why frames are missing from it, once it was read; undefined when all are there. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** The next one; undefined at the end, or where the file is damaged. */
  next(): ReceivedFrame | undefined {
    if (this.#damage !== undefined || this.#at >= this.#end) return undefined;
    const decoded = this.#decoded();
    return decoded?.type === 'upstream' ? decoded.received : undefined;
  }

  #decoded(): TapFrame | undefined {
    try {
      return decodeTapFrame(this.#read());
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.#damage = `frame ${this.#frames + 1} of the upstream is damaged`;
      return undefined;
    }
  }

  /** @throws MalformedFrame */
  #read(): Frame {
    const size = frameSize(this.#bytes(LENGTH_BYTES), 0);
    const bytes = this.#bytes(size + CHECKSUM_BYTES);
    const frame = bytes.subarray(0, size);
    if (!this.#checksum.accepts(frame, bytes.readUInt32LE(size))) {
      throw new MalformedFrame('its checksum differs');
    }
    this.#at += bytes.length;
    this.#frames += 1;
    return frameAt(frame, 0);
  }

  /** The next bytes, without taking them. */
  #bytes(length: number): Buffer {
    if (length > this.#end - this.#at) throw new MalformedFrame('it is cut');
    const bytes = Buffer.allocUnsafeSlow(length);
    if (readSync(this.#file, bytes, 0, length, this.#at) === length) return bytes;
    throw new MalformedFrame('it is cut');
  }
}
