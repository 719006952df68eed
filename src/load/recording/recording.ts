import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UsageError } from '../../input/usage-error.ts';
import { type Frame, frameAt, frameSize, LENGTH_BYTES } from '../tap/frames.ts';
import { MalformedFrame } from '../tap/malformed-frame.ts';
import { decodeTapFrame, type Hello, type TapFrame } from '../tap/tap-frame.ts';
import { readEffects } from './effects.ts';

/** Size of a read. A larger frame gets a larger buffer. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const HELLO = 1;
const END = 6;

/**
 * The frames of one engine in a file: those of its tap. Holds one piece of the file in memory,
 * whatever its size.
 */
export class Recording {
  readonly path: string;
  readonly hello: Hello;
  /** Effects by idempotency key; empty when they were not counted. */
  readonly effects: ReadonlyMap<string, number>;
  readonly sizeBytes: number;
  readonly #file: number;
  /** An engine that was killed may have left half a frame, which must not include what follows. */
  readonly #framesEnd: number;
  #readBytes = 0;
  #bytes = Buffer.allocUnsafe(CHUNK_BYTES);
  #start = 0;
  #end = 0;
  #ended = false;
  #stopped = false;
  #damage: string | undefined;

  /** @throws UsageError when the file cannot be read or is not a recording */
  constructor(path: string) {
    this.path = path;
    this.#file = opened(path);
    this.sizeBytes = fstatSync(this.#file).size;
    try {
      const { effects, framesEnd } = readEffects(this.#file);
      this.effects = effects;
      this.#framesEnd = framesEnd;
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
      if (frame?.type === HELLO) {
        this.#damage = 'another recording begins in it: name each file separately';
        return undefined;
      }
      if (frame?.type === END) this.#noteEnd(frame);
      return frame;
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.giveUp();
      return undefined;
    }
  }

  /** Bytes of the file that were read so far. */
  get readBytes(): number {
    return this.#readBytes;
  }

  /** Reads no further: the last frame cannot be decoded. */
  giveUp(): void {
    this.#damage = 'it is damaged';
  }

  /** Why it holds less than the whole run, once it was read; undefined when it is complete. */
  get cutShort(): string | undefined {
    if (this.#damage !== undefined) return this.#damage;
    if (this.#end > this.#start) return 'it ends inside a frame';
    if (!this.#ended) return 'it ends without totals';
    return this.#stopped ? 'its run was stopped early' : undefined;
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
    const frame = this.#read();
    const first = frame === undefined ? undefined : decodeTapFrame(frame);
    if (first?.type === 'hello') return first.hello;
    throw notRecording(this.path);
  }

  #read(): Frame | undefined {
    if (!this.#holds(LENGTH_BYTES)) return undefined;
    const size = frameSize(this.#bytes, this.#start);
    if (!this.#holds(size)) return undefined;
    const frame = frameAt(this.#bytes, this.#start);
    this.#start += size;
    return frame;
  }

  /** Reads on until this many bytes are there; false at the end of the file. */
  #holds(wantedBytes: number): boolean {
    while (this.#end - this.#start < wantedBytes) {
      if (this.#start > 0) this.#moveToFront();
      if (wantedBytes > this.#bytes.length) this.#grow(wantedBytes);
      const room = this.#bytes.length - this.#end;
      const length = Math.min(room, this.#framesEnd - this.#readBytes);
      const read = readSync(this.#file, this.#bytes, this.#end, length, null);
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

  #grow(wantedBytes: number): void {
    const grown = Buffer.allocUnsafe(wantedBytes);
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
  }
}

/**
 * All frames of a recording, decoded, its hello first.
 * @throws UsageError when the file cannot be read, is not a recording, or is incomplete
 */
export function* readRecording(path: string): Generator<TapFrame> {
  const recording = new Recording(path);
  try {
    yield { type: 'hello', hello: recording.hello };
    for (let frame = recording.next(); frame !== undefined; frame = recording.next()) {
      yield decodeTapFrame(frame);
    }
    if (recording.cutShort !== undefined) {
      throw new UsageError(`Recording is incomplete: ${path}, ${recording.cutShort}.`);
    }
  } finally {
    recording.close();
  }
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

function notRecording(path: string): UsageError {
  return new UsageError(
    `File is not a recording: ${path}. Give a file that "assay load --record" wrote.`,
  );
}
