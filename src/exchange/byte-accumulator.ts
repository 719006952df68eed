const FIRST_BYTES = 16 * 1024;

/** Bytes that arrive in pieces, in one buffer that doubles its size: small pieces cost no more. */
export class ByteAccumulator {
  #buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, FIRST_BYTES, 2 * this.#buffer.length));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = needed;
  }

  /** A copy without the unused rest of the buffer. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#length));
  }
}
