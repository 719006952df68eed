import type { Exchange } from './exchange.ts';

/** Counts the answers that Assay cut, or did not judge, because they exceed a limit: by the limit. */
export class CutAnswers {
  readonly #byLimit = new Map<string, number>();

  /** Answers by the limit that they exceed. */
  get byLimit(): ReadonlyMap<string, number> {
    return this.#byLimit;
  }

  /** Takes note of every exchange. */
  note({ outcome, failure = 'too large' }: Exchange): void {
    if (outcome !== 'oversize') return;
    this.#byLimit.set(failure, (this.#byLimit.get(failure) ?? 0) + 1);
  }
}
