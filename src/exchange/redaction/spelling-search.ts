import { greatest, least } from '../../input/extremes.ts';
import { FOLDED, isBase64 } from './folding.ts';
import type { Spelling } from './spellings.ts';

const GRAM_BYTES = 4;
const FILTER_BITS = 1 << 16;
/** Limits the memory for a text that is full of secrets. */
export const MOST_RUNS = 1 << 14;

/** A run of characters that reveals a secret. */
export interface Found {
  start: number;
  end: number;
  readonly spelling: Spelling;
  /** Where the spelling would begin in the text, if all of it were there. */
  readonly origin: number;
  /** What replaces the run. */
  readonly marker: string;
}

/** Where a run of four bytes is in a spelling. */
interface Place {
  readonly spelling: Spelling;
  readonly at: number;
}

/**
 * Looks for many spellings at once. Each run that reveals a secret has at least `n` characters,
 * mostly 12, so it is enough to look up four bytes at every `n - 3`th offset: one of these lies
 * within the run. A text without secrets costs one look-up per 9 bytes, for any number of secrets.
 */
export class SpellingSearch {
  /** The length of the longest spelling. */
  readonly reach: number;
  readonly #step: number;
  readonly #places = new Map<number, Place[]>();
  /** One bit for each hash of four bytes that some spelling has: most look-ups end here. */
  readonly #filter = new Int32Array(FILTER_BITS / 32);

  constructor(spellings: readonly Spelling[]) {
    const shortest = least(spellings.flatMap(shortestRun));
    this.reach = greatest(spellings.map(({ text }) => text.length)) + 2;
    this.#step = shortest - GRAM_BYTES + 1;
    for (const spelling of spellings) this.#learn(spelling);
  }

  /**
   * Adds the runs within the first `length` bytes of a text, which can overlap, until there are more
   * than `MOST_RUNS`.
   */
  find(text: Uint8Array, length: number, found: Found[]): void {
    const first = found.length;
    const filter = this.#filter;
    for (let at = 0; at + GRAM_BYTES <= length && found.length <= MOST_RUNS; at += this.#step) {
      const gram = gramAt(text, at);
      const bit = hashOf(gram);
      if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) continue;
      for (const place of this.#places.get(gram) ?? []) {
        if (found.length > first && isWithin(found.at(-1), place, at)) continue;
        const run = runAround(place, text, at, length);
        if (run !== undefined) found.push(run);
      }
    }
  }

  #learn(spelling: Spelling): void {
    const { text, revealedBy } = spelling;
    // Where only the whole of it reveals the secret, one of its first offsets is looked up.
    const isWhole = revealedBy[0] === text.length && (revealedBy[1] ?? 0) > text.length;
    const end = Math.min(text.length - GRAM_BYTES + 1, isWhole ? this.#step : text.length);
    for (let at = 0; at < end; at += 1) {
      const gram = gramAt(text, at);
      const bit = hashOf(gram);
      const word = bit >>> 5;
      this.#filter[word] = (this.#filter[word] ?? 0) | (1 << (bit & 31));
      const places = this.#places.get(gram);
      if (places === undefined) this.#places.set(gram, [{ spelling, at }]);
      else places.push({ spelling, at });
    }
  }
}

function shortestRun({ revealedBy }: Spelling): number[] {
  return [...revealedBy.entries()]
    .filter(([, end]) => end < revealedBy.length)
    .map(([start, end]) => end - start);
}

/** The four bytes at an offset, as they are compared. */
function gramAt(text: Uint8Array, at: number): number {
  return (
    (FOLDED[text[at] ?? 0] ?? 0) |
    ((FOLDED[text[at + 1] ?? 0] ?? 0) << 8) |
    ((FOLDED[text[at + 2] ?? 0] ?? 0) << 16) |
    ((FOLDED[text[at + 3] ?? 0] ?? 0) << 24)
  );
}

function hashOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}

/** Whether a run that was found contains this place already. */
function isWithin(run: Found | undefined, { spelling, at: place }: Place, at: number): boolean {
  return run?.spelling === spelling && run.origin === at - place && at + GRAM_BYTES <= run.end;
}

/** The longest run around an offset that agrees with a spelling; undefined when it reveals nothing. */
function runAround(
  { spelling, at: place }: Place,
  text: Uint8Array,
  at: number,
  length: number,
): Found | undefined {
  const { text: spelled, revealedBy, shared } = spelling;
  let first = place;
  while (first > 0 && sameAt(text, at - (place - first) - 1, spelled, first - 1)) first -= 1;
  let last = place + GRAM_BYTES;
  const lastEnd = Math.min(spelled.length, place + length - at);
  while (last < lastEnd && sameAt(text, at + (last - place), spelled, last)) last += 1;
  if (last < (revealedBy[first] ?? 0)) return undefined;
  let start = at - (place - first);
  let end = at + (last - place);
  if (shared.before && first === 0 && isBase64(text[start - 1])) start -= 1;
  if (shared.after && last === spelled.length && end < length && isBase64(text[end])) end += 1;
  return { start, end, spelling, origin: at - place, marker: spelling.marker(first, last) };
}

function sameAt(text: Uint8Array, at: number, spelled: Uint8Array, place: number): boolean {
  return FOLDED[text[at] ?? 0] === spelled[place];
}
