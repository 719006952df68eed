const WINDOW_BYTES = 12;
const BLOCKS = 1 << 16;

export interface Hit<Needle> {
  readonly at: number;
  readonly needle: Needle;
}

/**
 * Looks for many byte strings at once by the method of Wu and Manber (1994): the last two bytes
 * of a window say how far it can be moved without missing a needle. With windows of 12 bytes
 * that is mostly 11, so a text without any needle costs a table look-up each 11 bytes, however
 * many needles there are.
 */
export class Needles<Needle extends { readonly bytes: Uint8Array }> {
  readonly #window: number;
  readonly #shifts: Uint8Array;
  readonly #byBlock = new Map<number, Needle[]>();

  /** @param needles each at least 2 bytes long; of those that begin alike the first wins */
  constructor(needles: readonly Needle[]) {
    this.#window = Math.min(WINDOW_BYTES, ...needles.map(({ bytes }) => bytes.length));
    this.#shifts = new Uint8Array(BLOCKS).fill(this.#window - 1);
    for (const needle of needles) this.#learn(needle);
  }

  /** The first needle at or after an offset. */
  find(text: Uint8Array, from: number): Hit<Needle> | undefined {
    const shifts = this.#shifts;
    const last = this.#window - 2;
    let end = from + last;
    while (end + 1 < text.length) {
      const block = ((text[end] ?? 0) << 8) | (text[end + 1] ?? 0);
      const shift = shifts[block] ?? 1;
      if (shift === 0) {
        const at = end - last;
        const needle = this.#byBlock.get(block)?.find(({ bytes }) => stands(bytes, text, at));
        if (needle !== undefined) return { at, needle };
        end += 1;
      } else {
        end += shift;
      }
    }
    return undefined;
  }

  #learn(needle: Needle): void {
    const { bytes } = needle;
    const last = this.#window - 2;
    for (let index = 0; index <= last; index += 1) {
      const block = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, last - index);
      if (index === last) this.#byBlock.set(block, [...(this.#byBlock.get(block) ?? []), needle]);
    }
  }
}

function stands(needle: Uint8Array, text: Uint8Array, at: number): boolean {
  return needle.every((byte, index) => text[at + index] === byte);
}
