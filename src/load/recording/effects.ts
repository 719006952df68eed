import { existsSync, fstatSync } from 'node:fs';
import type { Effects } from '../../conformance/sending/effect-ledger.ts';
import { encodeFrame } from '../../exchange/frames.ts';
import { RECORDED } from '../tap/tap-frame.ts';
import { Section } from './section.ts';

/** Keys in one frame. */
const KEYS_A_FRAME = 10_000;
const SECTION = new Section(RECORDED.tail, 'effectsBytes', 'the effects');

/** Adds the effects of keys to a recording, as only a running target knows them. */
export function appendEffects(path: string, effects: ReadonlyMap<string, number>): void {
  // An engine that failed before it wrote anything has left no recording.
  if (existsSync(path)) SECTION.append(path, framesOf([...effects]));
}

function* framesOf(entries: readonly (readonly [string, number])[]): Generator<Buffer[]> {
  for (let from = 0; from < entries.length; from += KEYS_A_FRAME) {
    const effects = Object.fromEntries(entries.slice(from, from + KEYS_A_FRAME));
    yield [encodeFrame(RECORDED.effects, { effects })];
  }
}

/** The effects at the end of a recording. */
interface AddedEffects {
  /** Undefined when none were added, or what was added is damaged. */
  readonly effects: ReadonlyMap<string, number> | undefined;
  /** Where the frames before them end. */
  readonly framesEnd: number;
}

export function addedEffects(file: number): AddedEffects {
  const { size } = fstatSync(file);
  const frames = SECTION.endingAt(file, size);
  const damaged = { effects: undefined, framesEnd: size };
  if (frames === undefined) return damaged;
  const effects = new Map<string, number>();
  for (let read = frames.next(); read !== undefined; read = frames.next()) {
    const counts = read.frame.type === 'effects' ? read.frame.effects : {};
    for (const [key, count] of Object.entries(counts)) effects.set(key, count);
  }
  // Reading the frames in order then finds which of them is damaged.
  if (frames.damage !== undefined) return damaged;
  return { effects, framesEnd: frames.place.start };
}

/**
 * Effects that were counted when the run was recorded.
 * @param counts of each recording, read one after the other, because each may have those of the
 *   whole run; undefined for one without effects
 */
export function recordedEffects(
  counts: Iterable<ReadonlyMap<string, number> | undefined>,
): Effects {
  const known = new Map<string, number>();
  for (const each of counts) for (const [key, count] of each ?? []) known.set(key, count);
  return {
    effectsOf: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const count = known.get(key);
          return count === undefined ? [] : [[key, count] as const];
        }),
      ),
  };
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
