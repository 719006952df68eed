import { z } from 'zod';
import { LIMITS } from '../input/limits.ts';

/**
 * One frame as it is on the wire (`docs/contributing/tap.md`). Its bytes are views that keep a whole read in
 * memory: copy them where many are kept.
 */
export interface Frame {
  readonly type: number;
  readonly header: Buffer;
  readonly body: Buffer;
}

/** Bytes of the length itself. */
export const LENGTH_BYTES = 4;
/** The type and the length of the header. */
const PRELUDE_BYTES = 5;

const EMPTY: Buffer = Buffer.alloc(0);

/** Cuts a byte stream into frames, wherever its chunks end. Holds at most one incomplete frame. */
export class FrameDecoder {
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Bytes that must be pending before a frame can be complete. */
  #wantedBytes = LENGTH_BYTES;

  /** Bytes of an incomplete frame; above 0 at the end, the last frame was cut. */
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
      const size = frameSize(bytes, offset);
      if (bytes.length - offset < size) {
        this.#wantedBytes = size;
        break;
      }
      yield frameAt(bytes, offset);
      offset += size;
    }
    this.#pending = offset === bytes.length ? [] : [bytes.subarray(offset)];
    this.#pendingBytes = bytes.length - offset;
  }
}

/**
 * The bytes of the frame that begins at an offset, its length included.
 * @throws MalformedFrame
 */
export function frameSize(bytes: Buffer, offset: number): number {
  const length = bytes.readUInt32LE(offset);
  if (length < PRELUDE_BYTES) throw new MalformedFrame(`a length of ${length} bytes`);
  if (length > LIMITS.frameBytes.value) {
    throw new MalformedFrame(`${length} bytes, more than ${LIMITS.frameBytes.value}`);
  }
  return LENGTH_BYTES + length;
}

/**
 * The frame that begins at an offset, all of which is there.
 * @throws MalformedFrame
 */
export function frameAt(bytes: Buffer, start: number): Frame {
  const length = bytes.readUInt32LE(start);
  const offset = start + LENGTH_BYTES;
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
export function encodeFrame(type: number, header: unknown, body: Buffer = EMPTY): Buffer {
  return frameBytes({ type, header: Buffer.from(JSON.stringify(header)), body });
}

/** The bytes of a frame, its length included. */
export function frameBytes({ type, header, body }: Frame): Buffer {
  const prelude = Buffer.alloc(LENGTH_BYTES + PRELUDE_BYTES);
  prelude.writeUInt32LE(PRELUDE_BYTES + header.length + body.length, 0);
  prelude.writeUInt8(type, LENGTH_BYTES);
  prelude.writeUInt32LE(header.length, LENGTH_BYTES + 1);
  return Buffer.concat([prelude, header, body]);
}

/** A number of things. */
export const COUNT = z.int().min(0);

/** Times in ns have at most 63 bits. */
const MOST_NS = 2 ** 63;
/** The latest time, in ms, that a recording can have: later ones, such as 1e308, are damage. */
export const MOST_MS = MOST_NS / 1e6;

/** A time: ns on the wire, ms inside. */
export const NS = z
  .number()
  .min(-MOST_NS)
  .max(MOST_NS)
  .transform((ns) => ns / 1e6);

type InMs<T> = {
  [Name in keyof T as Name extends `${infer Time}Ns` ? `${Time}Ms` : Name]: T[Name];
};

/** A header whose times `NS` has read: their names end with `Ms`. */
export function inMs<T extends object>(header: T): InMs<T>;
export function inMs(header: object): object {
  const members = Object.entries(header);
  return Object.fromEntries(members.map(([name, value]) => [name.replace(/Ns$/, 'Ms'), value]));
}

/** @throws MalformedFrame when the header is not JSON */
export function parseHeader({ header }: Frame): unknown {
  try {
    return JSON.parse(header.toString('utf8'));
  } catch {
    throw new MalformedFrame('a header that is not JSON');
  }
}

/**
 * @param name of the frame, for the message
 * @throws MalformedFrame that names the first member which is not as the schema says
 */
export function checked<T>(name: string, schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new MalformedFrame(`${name}: ${issue?.path.join('.')} ${issue?.message}`);
}

/** A frame is not as `docs/contributing/tap.md` or `docs/contributing/upstream.md` describes. */
export class MalformedFrame extends Error {
  override name = 'MalformedFrame' as const;

  constructor(what: string) {
    super(
      `Malformed frame from the load engine: ${what}. Use the engine of this version of Assay: unset ASSAY_ENGINE, or build it again.`,
    );
  }
}
