import { closeSync, fstatSync, openSync } from 'node:fs';
import { member, parseJson } from '../../answers/json.ts';
import { MalformedFrame } from '../../exchange/frames.ts';
import { UsageError } from '../../input/usage-error.ts';
import { type End, type Hello, TAP_VERSION, type TapFrame } from '../tap/tap-frame.ts';
import { addedEffects } from './effects.ts';
import { FrameReader, type ReadFrame } from './frame-reader.ts';
import { UPSTREAM_SECTION, UpstreamFrames } from './upstream-section.ts';

/** Size of a read. */
const PIECE_BYTES = 4 * 1024 * 1024;
const LEAST_PIECE_BYTES = 64 * 1024;
/** All recordings that are read at the same time share this. */
const ALL_PIECES_BYTES = 16 * 1024 * 1024;
const HELLO = 1;

/**
 * The frames of one engine in a file: those of its tap, each with a checksum that is verified.
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
  readonly #frames: FrameReader;
  /** Type of the last frame. */
  #last: TapFrame['type'] | undefined;
  /** The totals of its engine; they may be followed by more frames. */
  #totals: End | undefined;

  /**
   * @param ofRecordings how many are read at the same time
   * @throws UsageError when the file cannot be read or is not a recording
   */
  constructor(path: string, ofRecordings = 1) {
    this.path = path;
    this.#file = opened(path);
    this.sizeBytes = fstatSync(this.#file).size;
    try {
      const { effects, framesEnd } = addedEffects(this.#file);
      this.hasEffects = effects !== undefined;
      const upstream = UPSTREAM_SECTION.endingAt(this.#file, framesEnd);
      this.upstream = upstream && new UpstreamFrames(upstream);
      // An engine that was killed may have left half a frame, which must not include what follows.
      const end = upstream?.place.start ?? framesEnd;
      const pieceBytes = pieceBytesOf(ofRecordings);
      this.#frames = new FrameReader(this.#file, { start: 0, end, pieceBytes });
      this.hello = this.#readHello();
    } catch (error) {
      this.close();
      if (error instanceof UsageError) throw error;
      throw notReadable(path, error);
    }
  }

  /** The next frame after the hello; undefined at the end, or where the file is damaged. */
  next(): ReadFrame | undefined {
    const read = this.#frames.next();
    if (read === undefined) return undefined;
    this.#last = read.frame.type;
    if (read.frame.type === 'end') this.#totals = read.frame.end;
    return read;
  }

  /** Effects by idempotency key; undefined when none were added, or they cannot be read. */
  readEffects(): ReadonlyMap<string, number> | undefined {
    return addedEffects(this.#file).effects;
  }

  /** Bytes of the file that were read so far. */
  get readBytes(): number {
    return this.#frames.at;
  }

  /**
   * Why frames are missing from it, once it was read: it is damaged, or its engine was killed.
   * Undefined when all frames are there.
   */
  get damage(): string | undefined {
    const { damage, frames } = this.#frames;
    if (damage !== undefined) return damage;
    if (this.#totals === undefined) return `it ends after frame ${frames}, without totals`;
    return this.#last === 'end' ? undefined : `it ends after frame ${frames}, without its tail`;
  }

  /** Why it holds less than the whole run, once it was read; undefined when it is complete. */
  get cutShort(): string | undefined {
    const damage = this.damage ?? this.upstream?.damage;
    return damage ?? (this.#totals?.cutShort === true ? 'its run was stopped early' : undefined);
  }

  close(): void {
    closeSync(this.#file);
  }

  #readHello(): Hello {
    const first = this.#frames.peek();
    if (first?.type !== HELLO) throw notRecording(this.path);
    const version = member(parseJson(first.header.toString()), 'version');
    if (typeof version === 'number' && version !== TAP_VERSION) {
      throw otherVersion(this.path, version);
    }
    const frame = this.#frames.next()?.frame;
    if (frame?.type === 'hello') return frame.hello;
    throw damaged(this.path);
  }
}

function pieceBytesOf(recordings: number): number {
  const share = Math.floor(ALL_PIECES_BYTES / recordings);
  return Math.min(PIECE_BYTES, Math.max(LEAST_PIECE_BYTES, share));
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
