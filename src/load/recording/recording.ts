import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  type Frame,
  frameAt,
  frameSize,
  LENGTH_BYTES,
  MalformedFrame,
} from '../../exchange/frames.ts';
import { UsageError } from '../../input/usage-error.ts';
import { decodeTapFrame, type Hello, helloVersion, TAP_VERSION } from '../tap/tap-frame.ts';
import { addedEffects } from './effects.ts';
import { CHECKSUM_BYTES, FrameChecksum } from './section.ts';
import { UPSTREAM_SECTION, UpstreamFrames } from './upstream-section.ts';

/** Size of a read. A larger frame gets a larger buffer while it is read. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const LEAST_CHUNK_BYTES = 64 * 1024;
/** All recordings that are read at the same time share this. */
const ALL_CHUNKS_BYTES = 16 * 1024 * 1024;
const HELLO = 1;
const END = 6;

/**
 * The frames of one engine in a file: those of its tap, each with a checksum that is verified. Holds
 * one piece of the file in memory, whatever its size.
 */
export class Recording {
  readonly path: string;
  readonly hello: Hello;
  /** Effects by idempotency key were added, and can be read. */
  readonly hasEffects: boolean;
  /** What the upstream received; undefined when that was not added. */
  readonly upstream: UpstreamFrames | undefined;
  readonly sizeBytes: number;
  readonly #file: number;
  /** An engine that was killed may have left half a frame, which must not include what follows. */
  readonly #framesEnd: number;
  #readBytes = 0;
  readonly #chunkBytes: number;
  #bytes: Buffer;
  #start = 0;
  #end = 0;
  readonly #checksum = new FrameChecksum();
  /** Complete frames that were read. */
  #frames = 0;
  /** Type of the last frame. */
  #last: number | undefined;
  #ended = false;
  #stopped = false;
  #damage: string | undefined;

  /**
   * @param ofRecordings how many are read at the same time
   * @throws UsageError when the file cannot be read or is not a recording
   */
  constructor(path: string, ofRecordings = 1) {
    this.path = path;
    this.#file = opened(path);
    this.sizeBytes = fstatSync(this.#file).size;
    this.#chunkBytes = Math.min(chunkBytes(ofRecordings), this.sizeBytes);
    this.#bytes = Buffer.allocUnsafeSlow(this.#chunkBytes);
    try {
      const { effects, framesEnd } = addedEffects(this.#file);
      this.hasEffects = effects !== undefined;
      const upstream = UPSTREAM_SECTION.endingAt(this.#file, framesEnd);
      this.upstream = upstream && new UpstreamFrames(upstream);
      this.#framesEnd = upstream?.start ?? framesEnd;
      this.hello = this.#readHello();
    } catch (error) {
      this.close();
      if (error instanceof UsageError) throw error;
      throw notReadable(path, error);
    }
  }

  /**
   * The next frame after the hello; undefined at the end, or where the file is damaged. Its bytes
   * are valid until the next call.
   */
  next(): Frame | undefined {
    if (this.#damage !== undefined) return undefined;
    try {
      const frame = this.#read();
      if (frame?.type === END) this.#noteEnd(frame);
      return frame;
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.#damage ??= `frame ${this.#frames + 1} is damaged`;
      return undefined;
    }
  }

  /** Effects by idempotency key; undefined when none were added, or they cannot be read. */
  readEffects(): ReadonlyMap<string, number> | undefined {
    return addedEffects(this.#file).effects;
  }

  /** Bytes of the file that were read so far. */
  get readBytes(): number {
    return this.#readBytes;
  }

  /** Reads no further: the last frame cannot be decoded. */
  giveUp(): void {
    this.#damage = `frame ${this.#frames} is not valid`;
  }

  /**
   * Why frames are missing from it, once it was read: it is damaged, or its engine was killed.
   * Undefined when all frames are there.
   */
  get damage(): string | undefined {
    if (this.#damage !== undefined) return this.#damage;
    if (this.#unreadBytes > 0) return `it ends inside frame ${this.#frames + 1}`;
    if (!this.#ended) return `it ends after frame ${this.#frames}, without totals`;
    return this.#last === END ? undefined : `it ends after frame ${this.#frames}, without its tail`;
  }

  /** Why it holds less than the whole run, once it was read; undefined when it is complete. */
  get cutShort(): string | undefined {
    const damage = this.damage ?? this.upstream?.damage;
    return damage ?? (this.#stopped ? 'its run was stopped early' : undefined);
  }

  close(): void {
    closeSync(this.#file);
  }

  #noteEnd(frame: Frame): void {
    const decoded = decodeTapFrame(frame);
    this.#ended = true;
    this.#stopped = decoded.type === 'end' && decoded.end.cutShort === true;
  }

  #readHello(): Hello {
    const frame = this.#framed();
    if (frame?.type !== HELLO) throw notRecording(this.path);
    const version = helloVersion(frame);
    if (version !== undefined && version !== TAP_VERSION) throw otherVersion(this.path, version);
    const decoded = decodeTapFrame(this.#verified(frame, () => damaged(this.path)));
    if (decoded.type === 'hello') return decoded.hello;
    throw notRecording(this.path);
  }

  #read(): Frame | undefined {
    const frame = this.#framed();
    return frame && this.#verified(frame, () => new MalformedFrame('its checksum differs'));
  }

  /** Takes the frame that comes next, if its checksum is right. */
  #verified(frame: Frame, failure: () => Error): Frame {
    const end = this.#start + frameSize(this.#bytes, this.#start);
    const bytes = this.#bytes.subarray(this.#start, end);
    const checksum = this.#bytes.readUInt32LE(end);
    if (!this.#checksum.accepts(bytes, checksum)) {
      if (frame.type === HELLO && new FrameChecksum().accepts(bytes, checksum)) {
        this.#damage = 'another recording begins in it: name each file separately';
      }
      throw failure();
    }
    this.#start = end + CHECKSUM_BYTES;
    this.#frames += 1;
    this.#last = frame.type;
    return frame;
  }

  /** The next frame, all of which is there with its checksum, without taking it. */
  #framed(): Frame | undefined {
    if (!this.#holds(LENGTH_BYTES)) return undefined;
    const size = frameSize(this.#bytes, this.#start);
    return this.#holds(size + CHECKSUM_BYTES) ? frameAt(this.#bytes, this.#start) : undefined;
  }

  get #unreadBytes(): number {
    return this.#end - this.#start + this.#framesEnd - this.#readBytes;
  }

  /** Reads on until this many bytes are there; false when the file has less. */
  #holds(wantedBytes: number): boolean {
    if (wantedBytes > this.#unreadBytes) return false;
    while (this.#end - this.#start < wantedBytes) {
      if (this.#start > 0) this.#moveToFront();
      const fittingBytes = Math.max(wantedBytes, this.#chunkBytes);
      if (fittingBytes !== this.#bytes.length) this.#resize(fittingBytes);
      const room = this.#bytes.length - this.#end;
      const length = Math.min(room, this.#framesEnd - this.#readBytes);
      const read = readSync(this.#file, this.#bytes, this.#end, length, this.#readBytes);
      if (read === 0) return false;
      this.#end += read;
      this.#readBytes += read;
    }
    return true;
  }

  #moveToFront(): void {
    this.#bytes.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
  }

  /** @param bytes at least those that are in the buffer */
  #resize(bytes: number): void {
    const resized = Buffer.allocUnsafeSlow(bytes);
    this.#bytes.copy(resized, 0, 0, this.#end);
    this.#bytes = resized;
  }
}

function chunkBytes(recordings: number): number {
  const share = Math.floor(ALL_CHUNKS_BYTES / recordings);
  return Math.min(CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, share));
}

function opened(path: string): number {
  try {
    const file = openSync(path, 'r');
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch (error) {
    throw notReadable(path, error);
  }
  throw notRecording(path);
}

function notReadable(path: string, cause: unknown): UsageError {
  if (cause instanceof MalformedFrame) return notRecording(path);
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return new UsageError(
    `Recording cannot be read: ${path}${code}. Give a file that "assay load --record" wrote.`,
    { cause },
  );
}

function damaged(path: string): UsageError {
  return new UsageError(
    `Recording is damaged: ${path}, its first frame, which describes the run. Give an intact copy, or record the run again.`,
  );
}

function otherVersion(path: string, version: number): UsageError {
  return new UsageError(
    `Recording has format ${version}, and this Assay reads format ${TAP_VERSION}: ${path}. Record the run again with this version of Assay.`,
  );
}

function notRecording(path: string): UsageError {
  return new UsageError(
    `File is not a recording: ${path}. Give a file that "assay load --record" wrote.`,
  );
}
