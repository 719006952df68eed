import type { Series } from '../../conformance/evidence.ts';
import { bytesOf } from '../../conformance/timekeeping.ts';
import { LIMITS } from '../../input/limits.ts';

/** Counts the effects of idempotency keys. */
export interface Effects {
  /** By key; a key of which nothing is known is absent. */
  effectsOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Keys in one question to the ledger. */
const BATCH = 500;
/** Groups that may wait for the ledger; further ones are judged without effects. */
const MOST_WAITING = 5000;

/** Completed key groups that wait until the ledger has counted their effects. */
export class EffectLookup {
  readonly #ledger: Effects | undefined;
  #waiting: Series[] = [];
  #waitingBytes = 0;
  #open = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ledger: Effects | undefined) {
    this.#ledger = ledger;
  }

  /** Whether the group waits from now on; otherwise it is to be judged without effects. */
  add(series: Series): boolean {
    const bytes = bytesOf(series);
    const isFull =
      this.#waiting.length >= MOST_WAITING ||
      this.#waitingBytes + bytes > LIMITS.ledgerBodies.value;
    if (this.#ledger === undefined || isFull) return false;
    this.#waiting.push(series);
    this.#waitingBytes += bytes;
    return true;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get hasBatch(): boolean {
    return this.#waiting.length >= BATCH || this.#waitingBytes * 2 >= LIMITS.ledgerBodies.value;
  }

  /** A question is open: further ones to a slow ledger would queue. */
  get isAsking(): boolean {
    return this.#open > 0;
  }

  /** Asks for the groups that have waited longest, once the question before is answered. */
  async next(): Promise<readonly Series[]> {
    this.#open += 1;
    const answered = this.#last.then(() => this.#ask(this.#take(BATCH)));
    this.#last = answered;
    const batch = await answered;
    this.#open -= 1;
    return batch;
  }

  /** The groups that still wait, without effects: for a target that is lost. */
  giveUp(): readonly Series[] {
    return this.#take(this.#waiting.length);
  }

  #take(count: number): readonly Series[] {
    const taken = this.#waiting.splice(0, count);
    this.#waitingBytes -= taken.reduce((sum, series) => sum + bytesOf(series), 0);
    return taken;
  }

  async #ask(batch: readonly Series[]): Promise<readonly Series[]> {
    if (batch.length === 0) return batch;
    const effects = await this.#ledger?.effectsOf(batch.map(({ label }) => label));
    return batch.map((series) => {
      const counted = effects?.get(series.label);
      return counted === undefined ? series : { ...series, effects: counted };
    });
  }
}
