const FIRST_BYTES = 4 * 1024;
const LARGEST_BYTES = 1024 * 1024;

/**
 * Bytes that arrive in pieces. They are copied into blocks that grow with their number, and once more
 * into one buffer at the end, unless they fill the first block exactly.
 */
export class ByteAccumulator {
  #full: Uint8Array[] = [];
  #block = new Uint8Array(0);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Reserves one block for all bytes, of which few may come: pages that are not written take no memory. */
  expect(bytes: number): void {
    if (this.#length === 0) this.#block = block(bytes);
  }

  append(piece: Uint8Array): void {
    let rest = piece;
    while (rest.length > 0) {
      if (this.#used === this.#block.length) this.#addBlock(rest.length);
      const taken = rest.subarray(0, this.#block.length - this.#used);
      this.#block.set(taken, this.#used);
      this.#used += taken.length;
      rest = rest.subarray(taken.length);
    }
    this.#length += piece.length;
  }

  /** All bytes in one buffer of exactly their size; the accumulator is empty afterwards. */
  take(): Uint8Array {
    const isExact = this.#full.length === 0 && this.#used === this.#block.length;
    const all = isExact ? this.#block : this.#joined();
    this.#full = [];
    this.#block = new Uint8Array(0);
    this.#used = 0;
    this.#length = 0;
    return all;
  }

  #joined(): Uint8Array {
    const all = block(this.#length);
    let at = 0;
    for (const full of [...this.#full, this.#block.subarray(0, this.#used)]) {
      all.set(full, at);
      at += full.length;
    }
    return all;
  }

  #addBlock(wanted: number): void {
    if (this.#used > 0) this.#full.push(this.#block);
    this.#block = block(Math.max(FIRST_BYTES, wanted, Math.min(this.#length, LARGEST_BYTES)));
    this.#used = 0;
  }
}

function block(bytes: number): Uint8Array<ArrayBuffer> {
  const { buffer } = Buffer.allocUnsafeSlow(bytes);
  return new Uint8Array(buffer);
}
