import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import {
  encodeFrame,
  type Frame,
  frameAt,
  frameSize,
  LENGTH_BYTES,
  MalformedFrame,
} from '../../exchange/frames.ts';

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

/** So that the last frame of a section always has one length. */
const DIGITS = 15;

/** A section that can be added to a recording after its end: frames, and a tail that states their bytes. */
export class Section {
  readonly #type: number;
  readonly #member: string;
  readonly #emptyTail: Buffer;

  /**
   * @param type of the frame of the tail
   * @param member of its header, which has the length
   */
  constructor(type: number, member: string) {
    this.#type = type;
    this.#member = member;
    this.#emptyTail = this.#tail(0);
  }

  /** Adds frames, some at a time, and the tail to what the file has, also where that ends inside a frame. */
  append(path: string, frames: Iterable<readonly Buffer[]>): void {
    const file = openSync(path, 'r');
    const checksum = checksumAt(file, fstatSync(file).size);
    closeSync(file);
    let sectionBytes = 0;
    for (const some of frames) {
      const sealed = Buffer.concat(some.map((frame) => checksum.seal(frame)));
      appendFileSync(path, sealed);
      sectionBytes += sealed.length;
    }
    appendFileSync(path, checksum.seal(this.#tail(sectionBytes)));
  }

  /** The frames of the section whose tail ends here; undefined without a valid tail. */
  endingAt(file: number, endOfTail: number): SectionFrames | undefined {
    const tailBytes = this.#emptyTail.length + CHECKSUM_BYTES;
    if (endOfTail < CHECKSUM_BYTES + tailBytes) return undefined;
    const end = endOfTail - tailBytes;
    const tail = readAt(file, end, tailBytes);
    const frame = tail.subarray(0, this.#emptyTail.length);
    if (!checksumAt(file, end).accepts(frame, tail.readUInt32LE(frame.length))) return undefined;
    const begins = frame.length - DIGITS - '"}'.length;
    if (!frame.subarray(0, begins).equals(this.#emptyTail.subarray(0, begins))) return undefined;
    const length = Number(frame.toString('latin1', begins, begins + DIGITS));
    const isPossible =
      Number.isSafeInteger(length) && length >= 0 && end - length >= CHECKSUM_BYTES;
    return isPossible ? new SectionFrames(file, end - length, end) : undefined;
  }

  #tail(sectionBytes: number): Buffer {
    const length = String(sectionBytes).padStart(DIGITS, '0');
    return encodeFrame(this.#type, { [this.#member]: length });
  }
}

/** The frames of a section, read one by one. */
export class SectionFrames {
  /** Where the section begins in the file. */
  readonly start: number;
  readonly #file: number;
  readonly #end: number;
  readonly #checksum: FrameChecksum;
  #at: number;

  /** @param end where its tail begins */
  constructor(file: number, start: number, end: number) {
    this.#file = file;
    this.start = start;
    this.#at = start;
    this.#end = end;
    this.#checksum = checksumAt(file, start);
  }

  /**
   * The next one; undefined at the end.
   * @throws MalformedFrame
   */
  next(): Frame | undefined {
    if (this.#at >= this.#end) return undefined;
    const size = frameSize(this.#bytes(LENGTH_BYTES), 0);
    const bytes = this.#bytes(size + CHECKSUM_BYTES);
    const frame = bytes.subarray(0, size);
    if (!this.#checksum.accepts(frame, bytes.readUInt32LE(size))) {
      throw new MalformedFrame('its checksum differs');
    }
    this.#at += bytes.length;
    return frameAt(frame, 0);
  }

  /** The next bytes, without taking them. */
  #bytes(length: number): Buffer {
    if (length > this.#end - this.#at) throw new MalformedFrame('it is cut');
    return readAt(this.#file, this.#at, length);
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

/** The checksum of all frames that end here: also where a file ends inside a frame. */
function checksumAt(file: number, position: number): FrameChecksum {
  return new FrameChecksum(
    position < CHECKSUM_BYTES
      ? 0
      : readAt(file, position - CHECKSUM_BYTES, CHECKSUM_BYTES).readUInt32LE(),
  );
}
