import type { Exchange } from './exchange.ts';

/**
 * The memory for the bodies of a run, from the arrival of their bytes until they are judged. What does
 * not fit is not read.
 */
export class BodyBudget {
  readonly #limitBytes: number;
  readonly #takenFor = new WeakMap<Uint8Array, number>();
  #usedBytes = 0;
  #waiting: (() => void)[] = [];

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Takes memory for bytes that came; false when there is too little left, and none is taken. */
  take(bytes: number): boolean {
    if (this.#usedBytes + bytes > this.#limitBytes) return false;
    this.#usedBytes += bytes;
    return true;
  }

  /** Gives back what `take` took. */
  give(bytes: number): void {
    this.#usedBytes -= bytes;
    if (!this.#hasRoom) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Remembers what was taken for a body that is complete, until it is released. */
  hold(body: Uint8Array, bytes: number): void {
    this.#takenFor.set(body, bytes);
  }

  /** Gives back what is held for a body that has been judged. */
  release(body: Uint8Array | undefined): void {
    const bytes = body && this.#takenFor.get(body);
    if (body === undefined || bytes === undefined) return;
    this.give(bytes);
    this.#takenFor.delete(body);
  }

  /** Waits until at most half is used: a sender that starts then rarely runs out of it. */
  async room(): Promise<void> {
    if (this.#hasRoom) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  get #hasRoom(): boolean {
    return this.#usedBytes * 2 <= this.#limitBytes;
  }
}

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
