import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { encodeFrame } from '../../exchange/frames.ts';

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

/** Bytes of a checksum. */
export const CHECKSUM_BYTES = 4;

/**
 * The checksum after each frame of a recording: a CRC-32 over all frames so far. It therefore finds
 * frames that are missing, repeated or moved too. CRC-32 (IEEE), because Node computes it natively:
 * CRC-32C in JavaScript took four times as long.
 */
export class FrameChecksum {
  #value: number;

  /** @param value after the frames before; 0 at the start of a recording */
  constructor(value = 0) {
    this.#value = value;
  }

  /** Whether this is the next frame, by the checksum that follows it. */
  accepts(frame: Buffer, checksum: number): boolean {
    this.#value = crc32(frame, this.#value);
    return this.#value === checksum;
  }

  /** The next frame, followed by its checksum. */
  seal(frame: Buffer): Buffer {
    this.#value = crc32(frame, this.#value);
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(this.#value);
    return Buffer.concat([frame, checksum]);
  }
}
