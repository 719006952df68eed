import { appendFileSync, existsSync, fstatSync, readSync } from 'node:fs';
import type { Effects } from '../judging/effect-lookup.ts';
import { encodeFrame, frameAt, frameSize } from '../tap/frames.ts';
import { decodeTapFrame, RECORDED } from '../tap/tap-frame.ts';

/** Keys in one frame. */
const KEYS_A_FRAME = 10_000;
/** So that the last frame of a recording is always as long. */
const DIGITS = 15;
const TAIL_BYTES = encodeFrame(RECORDED.tail, tailHeader(0)).length;

/**
 * Adds the effects of keys to a recording, as only a running target knows them. A last frame
 * points to where they begin.
 */
export function appendEffects(path: string, effects: ReadonlyMap<string, number>): void {
  // An engine that failed before it wrote anything has left no recording.
  if (effects.size === 0 || !existsSync(path)) return;
  const entries = [...effects];
  const frames: Buffer[] = [];
  for (let from = 0; from < entries.length; from += KEYS_A_FRAME) {
    const some = Object.fromEntries(entries.slice(from, from + KEYS_A_FRAME));
    frames.push(encodeFrame(RECORDED.effects, { effects: some }));
  }
  const bytes = Buffer.concat(frames);
  appendFileSync(
    path,
    Buffer.concat([bytes, encodeFrame(RECORDED.tail, tailHeader(bytes.length))]),
  );
}

/** The effects in a recording, and where the frames of its engine end. */
export interface AddedEffects {
  readonly effects: ReadonlyMap<string, number>;
  readonly framesEnd: number;
}

/** The effects at the end of a recording; empty when there are none. */
export function readEffects(file: number): AddedEffects {
  const { size } = fstatSync(file);
  const bytes = bytesOfEffects(file, size);
  if (bytes === undefined) return { effects: new Map(), framesEnd: size };
  const all = new Map<string, number>();
  for (let offset = 0; offset < bytes.length; offset += frameSize(bytes, offset)) {
    const frame = decodeTapFrame(frameAt(bytes, offset));
    if (frame.type !== 'effects') continue;
    for (const [key, count] of Object.entries(frame.effects)) all.set(key, count);
  }
  return { effects: all, framesEnd: size - TAIL_BYTES - bytes.length };
}

function bytesOfEffects(file: number, size: number): Buffer | undefined {
  if (size < TAIL_BYTES) return undefined;
  const tail = readAt(file, size - TAIL_BYTES, TAIL_BYTES);
  const expected = encodeFrame(RECORDED.tail, tailHeader(0));
  const begins = expected.length - DIGITS - '"}'.length;
  if (!tail.subarray(0, begins).equals(expected.subarray(0, begins))) return undefined;
  const length = Number(tail.toString('latin1', begins, begins + DIGITS));
  const start = size - TAIL_BYTES - length;
  return Number.isSafeInteger(length) && start >= 0 ? readAt(file, start, length) : undefined;
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, position);
  return bytes;
}

function tailHeader(effectsBytes: number): { readonly effectsBytes: string } {
  return { effectsBytes: String(effectsBytes).padStart(DIGITS, '0') };
}

/** Effects that were counted when the run was recorded. */
export class RecordedEffects implements Effects {
  readonly #counts: readonly ReadonlyMap<string, number>[];

  constructor(counts: readonly ReadonlyMap<string, number>[]) {
    this.#counts = counts;
  }

  async effectsOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const known = new Map<string, number>();
    for (const counts of this.#counts) {
      for (const key of keys) {
        const count = counts.get(key);
        if (count !== undefined) known.set(key, count);
      }
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
