import { appendFileSync, closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { encodeFrame, frameAt, frameSize, MalformedFrame } from '../../exchange/frames.ts';
import type { Effects } from '../judging/key-ledger.ts';
import { decodeTapFrame, RECORDED } from '../tap/tap-frame.ts';
import { CHECKSUM_BYTES, checksumAt, FrameChecksum, readAt, SectionTail } from './section.ts';

/** Keys in one frame. */
const KEYS_A_FRAME = 10_000;
const TAIL = new SectionTail(RECORDED.tail, 'effectsBytes');

/**
 * Adds the effects of keys to a recording, as only a running target knows them. A last frame
 * points to where they begin.
 */
export function appendEffects(path: string, effects: ReadonlyMap<string, number>): void {
  // An engine that failed before it wrote anything has left no recording.
  if (!existsSync(path)) return;
  const checksum = lastChecksum(path);
  const entries = [...effects];
  const frames: Buffer[] = [];
  for (let from = 0; from < entries.length; from += KEYS_A_FRAME) {
    const some = Object.fromEntries(entries.slice(from, from + KEYS_A_FRAME));
    frames.push(checksum.seal(encodeFrame(RECORDED.effects, { effects: some })));
  }
  const bytes = Buffer.concat(frames);
  const tail = checksum.seal(TAIL.frame(bytes.length));
  appendFileSync(path, Buffer.concat([bytes, tail]));
}

/** Where the effects in a recording are, and where the frames of its engine end. */
interface AddedEffects {
  /** Undefined when none were added, or what was added is damaged. */
  readonly start: number | undefined;
  readonly framesEnd: number;
}

export function addedEffects(file: number): AddedEffects {
  const { size } = fstatSync(file);
  const start = TAIL.startOf(file, size);
  const isIntact = start !== undefined && effectsFrom(file, start, size) !== undefined;
  return isIntact ? { start, framesEnd: start } : { start: undefined, framesEnd: size };
}

/** The effects at the end of a recording; undefined when none were added, or they are damaged. */
export function effectsIn(file: number): ReadonlyMap<string, number> | undefined {
  const { size } = fstatSync(file);
  const start = TAIL.startOf(file, size);
  return start === undefined ? undefined : effectsFrom(file, start, size);
}

/** Undefined when a checksum differs: reading the frames in order then finds which. */
function effectsFrom(
  file: number,
  start: number,
  size: number,
): ReadonlyMap<string, number> | undefined {
  const bytes = readAt(file, start - CHECKSUM_BYTES, size - start + CHECKSUM_BYTES);
  const checksum = new FrameChecksum(bytes.readUInt32LE());
  const effects = new Map<string, number>();
  try {
    let at = CHECKSUM_BYTES;
    while (at < bytes.length) {
      const end = at + frameSize(bytes, at);
      if (end + CHECKSUM_BYTES > bytes.length) return undefined;
      if (!checksum.accepts(bytes.subarray(at, end), bytes.readUInt32LE(end))) return undefined;
      const frame = decodeTapFrame(frameAt(bytes, at));
      const counts = frame.type === 'effects' ? frame.effects : {};
      for (const [key, count] of Object.entries(counts)) effects.set(key, count);
      at = end + CHECKSUM_BYTES;
    }
  } catch (error) {
    if (error instanceof MalformedFrame || error instanceof RangeError) return undefined;
    throw error;
  }
  return effects;
}

function lastChecksum(path: string): FrameChecksum {
  const file = openSync(path, 'r');
  try {
    return checksumAt(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

/** Effects that were counted when the run was recorded. */
export class RecordedEffects implements Effects {
  readonly #counts = new Map<string, number>();

  /**
   * @param counts of each recording, read one after the other, because each may have those of the
   *   whole run; undefined for one without effects
   */
  constructor(counts: Iterable<ReadonlyMap<string, number> | undefined>) {
    for (const each of counts) {
      for (const [key, count] of each ?? []) this.#counts.set(key, count);
    }
  }

  async effectsOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const known = new Map<string, number>();
    for (const key of keys) {
      const count = this.#counts.get(key);
      if (count !== undefined) known.set(key, count);
    }
    return known;
  }
}

/** Asks a ledger, and keeps its answers for a recording. */
export class RememberedEffects implements Effects {
  readonly known = new Map<string, number>();
  readonly #ledger: Effects;

  constructor(ledger: Effects) {
    this.#ledger = ledger;
  }

  async effectsOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counted = await this.#ledger.effectsOf(keys);
    for (const [key, count] of counted) this.known.set(key, count);
    return counted;
  }
}
