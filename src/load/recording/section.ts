import { readSync } from 'node:fs';
import { encodeFrame } from '../../exchange/framing/frames.ts';
import { CHECKSUM_BYTES, FrameChecksum } from './frame-checksum.ts';

/** So that the last frame of a section always has one length. */
const DIGITS = 15;

/**
 * The last frame of a section that was added to a recording: it states the bytes of the frames before it,
 * with their checksums.
 */
export class SectionTail {
  readonly #type: number;
  readonly #member: string;
  readonly #empty: Buffer;

  /** @param member of its header, which has the length */
  constructor(type: number, member: string) {
    this.#type = type;
    this.#member = member;
    this.#empty = this.frame(0);
  }

  /** With its checksum. */
  get sizeBytes(): number {
    return this.#empty.length + CHECKSUM_BYTES;
  }

  frame(sectionBytes: number): Buffer {
    const length = String(sectionBytes).padStart(DIGITS, '0');
    return encodeFrame(this.#type, { [this.#member]: length });
  }

  /** Where the section begins whose tail ends here; undefined without a valid tail. */
  startOf(file: number, endOfTail: number): number | undefined {
    if (endOfTail < CHECKSUM_BYTES + this.sizeBytes) return undefined;
    const from = endOfTail - this.sizeBytes - CHECKSUM_BYTES;
    const bytes = readAt(file, from, CHECKSUM_BYTES + this.sizeBytes);
    const tail = bytes.subarray(CHECKSUM_BYTES, CHECKSUM_BYTES + this.#empty.length);
    const checksum = new FrameChecksum(bytes.readUInt32LE());
    if (!checksum.accepts(tail, bytes.readUInt32LE(CHECKSUM_BYTES + tail.length))) return undefined;
    const begins = tail.length - DIGITS - '"}'.length;
    if (!tail.subarray(0, begins).equals(this.#empty.subarray(0, begins))) return undefined;
    const length = Number(tail.toString('latin1', begins, begins + DIGITS));
    const start = endOfTail - this.sizeBytes - length;
    return Number.isSafeInteger(length) && length >= 0 && start >= CHECKSUM_BYTES
      ? start
      : undefined;
  }
}

export function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

/** The checksum of all frames that end here: also where a file ends inside a frame. */
export function checksumAt(file: number, position: number): FrameChecksum {
  return new FrameChecksum(
    position < CHECKSUM_BYTES
      ? 0
      : readAt(file, position - CHECKSUM_BYTES, CHECKSUM_BYTES).readUInt32LE(),
  );
}
