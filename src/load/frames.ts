import { MalformedFrame } from './malformed-frame.ts';

/**
 * One frame as it stands on the wire (`docs/tap.md`). Its bytes are views that keep a whole read in
 * memory: copy what is kept in number.
 */
export interface Frame {
  readonly type: number;
  readonly header: Buffer;
  readonly body: Buffer;
}

/** Bytes of the length itself. */
const LENGTH_BYTES = 4;
/** The type and the length of the header. */
const PRELUDE_BYTES = 5;
/** No frame is larger: the engine bounds a body well below it. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** Cuts a byte stream into frames, wherever its chunks end. Holds at most one unfinished frame. */
export class FrameDecoder {
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** How many bytes must be pending before anything more can be said. */
  #wantedBytes = LENGTH_BYTES;

  /** Bytes of a frame that is not whole yet; above 0 at the end, the last frame was cut. */
  get unfinishedBytes(): number {
    return this.#pendingBytes;
  }

  /**
   * The frames that this chunk completes.
   * @throws MalformedFrame
   */
  *push(chunk: Buffer): Generator<Frame> {
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes < this.#wantedBytes) return;

    const bytes = this.#pending.length === 1 ? chunk : Buffer.concat(this.#pending);
    let offset = 0;
    this.#wantedBytes = LENGTH_BYTES;
    while (bytes.length - offset >= LENGTH_BYTES) {
      const length = bytes.readUInt32LE(offset);
      checkLength(length);
      if (bytes.length - offset < LENGTH_BYTES + length) {
        this.#wantedBytes = LENGTH_BYTES + length;
        break;
      }
      offset += LENGTH_BYTES;
      yield frameAt(bytes, offset, length);
      offset += length;
    }
    this.#pending = offset === bytes.length ? [] : [bytes.subarray(offset)];
    this.#pendingBytes = bytes.length - offset;
  }
}

function checkLength(length: number): void {
  if (length < PRELUDE_BYTES) throw new MalformedFrame(`a length of ${length} bytes`);
  if (length > MAX_FRAME_BYTES) {
    throw new MalformedFrame(`${length} bytes, more than ${MAX_FRAME_BYTES}`);
  }
}

function frameAt(bytes: Buffer, offset: number, length: number): Frame {
  const headerLength = bytes.readUInt32LE(offset + 1);
  const headerStart = offset + PRELUDE_BYTES;
  const end = offset + length;
  if (headerLength > end - headerStart) {
    throw new MalformedFrame(`a header of ${headerLength} bytes in a frame of ${length}`);
  }
  return {
    type: bytes.readUInt8(offset),
    header: bytes.subarray(headerStart, headerStart + headerLength),
    body: bytes.subarray(headerStart + headerLength, end),
  };
}

/** A frame as bytes: for what goes to the engine. */
export function encodeFrame(type: number, header: unknown, body = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const prelude = Buffer.alloc(LENGTH_BYTES + PRELUDE_BYTES);
  prelude.writeUInt32LE(PRELUDE_BYTES + json.length + body.length, 0);
  prelude.writeUInt8(type, LENGTH_BYTES);
  prelude.writeUInt32LE(json.length, LENGTH_BYTES + 1);
  return Buffer.concat([prelude, json, body]);
}
