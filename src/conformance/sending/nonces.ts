import { createHash } from 'node:crypto';

/** Fresh words that depend only on the seed and the probe, not on what runs concurrently. */
export class Nonces {
  readonly #seed: number;
  readonly #given = new Set<string>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Words for one probe, none of which any probe of this run has had. */
  of(probe: string): () => string {
    let count = 0;
    return () => {
      for (;;) {
        count += 1;
        const digest = createHash('sha256').update(`${this.#seed}\n${probe}\n${count}`);
        const word = `n${digest.digest('hex').slice(0, 8)}`;
        if (this.#given.has(word)) continue;
        this.#given.add(word);
        return word;
      }
    };
  }
}
