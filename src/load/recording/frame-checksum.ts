import { crc32 } from 'node:zlib';

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

  /** After the last frame. */
  get value(): number {
    return this.#value;
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
