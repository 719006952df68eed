import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import {
  type Frame,
  frameAt,
  frameSize,
  LENGTH_BYTES,
  MalformedFrame,
} from '../../exchange/frames.ts';
import { decodeTapFrame, type TapFrame } from '../tap/tap-frame.ts';

/** Bytes of a checksum. */
export const CHECKSUM_BYTES = 4;
/** Size of a read. */
const PIECE_BYTES = 64 * 1024;

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

/** A frame that was read. */
export interface ReadFrame {
  readonly frame: TapFrame;
  /** As it is in the file. Its bytes are valid until the next frame is read. */
  readonly raw: Frame;
}

/** Where frames are in a file. */
export interface FramePlace {
  readonly start: number;
  readonly end: number;
  /** What they are about, such as `the upstream`, for a sentence about damage. */
  readonly about?: string;
  /** Size of a read; a larger frame gets a larger buffer while it is read. */
  readonly pieceBytes?: number;
}

/**
 * Reads the frames between two places of a recording one by one, and verifies the checksum of each. Holds
 * one piece of the file in memory, whatever its size.
 */
export class FrameReader {
  readonly place: FramePlace;
  /** Whole frames that were read. */
  frames = 0;
  /** Up to here the file was read. */
  at: number;
  /** Why there are no more frames, though there are more bytes; undefined where there are none. */
  damage: string | undefined;
  readonly #file: number;
  readonly #pieceBytes: number;
  readonly #checksum: FrameChecksum;
  #bytes: Buffer;
  #start = 0;
  #end = 0;

  constructor(file: number, place: FramePlace) {
    const { start, end, pieceBytes = PIECE_BYTES } = place;
    this.place = place;
    this.at = start;
    this.#file = file;
    this.#pieceBytes = Math.min(pieceBytes, end - start);
    this.#bytes = Buffer.allocUnsafeSlow(this.#pieceBytes);
    this.#checksum = checksumAt(file, start);
  }

  /** The next one; undefined at the end, or where the file is damaged. */
  next(): ReadFrame | undefined {
    if (this.damage !== undefined) return undefined;
    try {
      const raw = this.peek();
      if (raw !== undefined) return { raw, frame: this.#taken(raw) };
      if (this.#unreadBytes > 0) this.damage = `it ends inside ${this.#nextName}`;
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.damage ??= `${this.#nextName} is damaged`;
    }
    return undefined;
  }

  /** `frame 12 of the upstream`. */
  get #nextName(): string {
    const { about } = this.place;
    const frame = `frame ${this.frames + 1}`;
    return about === undefined ? frame : `${frame} of ${about}`;
  }

  /**
   * The one that comes next, all of which is there with its checksum; undefined where it is not.
   * @throws MalformedFrame
   */
  peek(): Frame | undefined {
    if (!this.#holds(LENGTH_BYTES)) return undefined;
    const size = frameSize(this.#bytes, this.#start);
    return this.#holds(size + CHECKSUM_BYTES) ? frameAt(this.#bytes, this.#start) : undefined;
  }

  /** Takes the frame that comes next, if its checksum is right. */
  #taken(raw: Frame): TapFrame {
    const end = this.#start + frameSize(this.#bytes, this.#start);
    const bytes = this.#bytes.subarray(this.#start, end);
    const checksum = this.#bytes.readUInt32LE(end);
    if (!this.#checksum.accepts(bytes, checksum)) {
      if (new FrameChecksum().accepts(bytes, checksum)) {
        this.damage = 'another recording begins in it: name each file separately';
      }
      throw new MalformedFrame('its checksum differs');
    }
    const frame = decodeTapFrame(raw);
    this.#start = end + CHECKSUM_BYTES;
    this.frames += 1;
    return frame;
  }

  get #unreadBytes(): number {
    return this.#end - this.#start + this.place.end - this.at;
  }

  /** Reads on until this many bytes are there; false when there are less. */
  #holds(wantedBytes: number): boolean {
    if (wantedBytes > this.#unreadBytes) return false;
    while (this.#end - this.#start < wantedBytes) {
      this.#makeRoom(Math.max(wantedBytes, this.#pieceBytes));
      const length = Math.min(this.#bytes.length - this.#end, this.place.end - this.at);
      const read = readSync(this.#file, this.#bytes, this.#end, length, this.at);
      if (read === 0) return false;
      this.#end += read;
      this.at += read;
    }
    return true;
  }

  /** Lets the buffer have this size, with what is there at its front. */
  #makeRoom(bytes: number): void {
    const buffer = bytes === this.#bytes.length ? this.#bytes : Buffer.allocUnsafeSlow(bytes);
    this.#bytes.copy(buffer, 0, this.#start, this.#end);
    this.#bytes = buffer;
    this.#end -= this.#start;
    this.#start = 0;
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
