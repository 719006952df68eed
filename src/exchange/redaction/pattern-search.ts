const WINDOW_BYTES = 12;
const BLOCKS = 1 << 16;

export interface Match<Pattern> {
  readonly at: number;
  readonly pattern: Pattern;
}

/**
 * Looks for many byte strings at once by the method of Wu and Manber (1994): the last two bytes
 * of a window give the distance that it can move without missing a pattern. With windows of 12
 * bytes that is mostly 11, so a text without any pattern costs one table look-up per 11 bytes,
 * for any number of patterns.
 */
export class PatternSearch<Pattern extends { readonly bytes: Uint8Array }> {
  readonly #window: number;
  readonly #shifts: Uint8Array;
  readonly #byBlock = new Map<number, Pattern[]>();

  /** @param patterns each at least 2 bytes long; the first of those with a common start wins */
  constructor(patterns: readonly Pattern[]) {
    this.#window = Math.min(WINDOW_BYTES, ...patterns.map(({ bytes }) => bytes.length));
    this.#shifts = new Uint8Array(BLOCKS).fill(this.#window - 1);
    for (const pattern of patterns) this.#learn(pattern);
  }

  /** The first pattern at or after an offset. */
  find(text: Uint8Array, from: number): Match<Pattern> | undefined {
    const shifts = this.#shifts;
    const last = this.#window - 2;
    let end = from + last;
    while (end + 1 < text.length) {
      const block = ((text[end] ?? 0) << 8) | (text[end + 1] ?? 0);
      const shift = shifts[block] ?? 1;
      if (shift === 0) {
        const at = end - last;
        const pattern = this.#byBlock.get(block)?.find(({ bytes }) => matchesAt(bytes, text, at));
        if (pattern !== undefined) return { at, pattern };
        end += 1;
      } else {
        end += shift;
      }
    }
    return undefined;
  }

  #learn(pattern: Pattern): void {
    const { bytes } = pattern;
    const last = this.#window - 2;
    for (let index = 0; index <= last; index += 1) {
      const block = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, last - index);
      if (index === last) this.#byBlock.set(block, [...(this.#byBlock.get(block) ?? []), pattern]);
    }
  }
}

function matchesAt(pattern: Uint8Array, text: Uint8Array, at: number): boolean {
  return pattern.every((byte, index) => text[at + index] === byte);
}
