import { createHash } from 'node:crypto';

/** Fresh words that depend only on the seed, the run and the probe, not on what runs concurrently. */
export class Nonces {
  readonly #seed: number;
  readonly #run: string;
  readonly #given = new Set<string>();

  /** @param run '' where another run with this seed may have the same words */
  constructor(seed: number, run: string) {
    this.#seed = seed;
    this.#run = run;
  }

  /** Words for one probe, none of which any probe of this run has had. */
  of(probe: string): () => string {
    let count = 0;
    return () => {
      for (;;) {
        count += 1;
        const digest = createHash('sha256').update(`${this.#seed}\n${this.#run}${probe}\n${count}`);
        const word = `n${digest.digest('hex').slice(0, 8)}`;
        if (this.#given.has(word)) continue;
        this.#given.add(word);
        return word;
      }
    };
  }
}
