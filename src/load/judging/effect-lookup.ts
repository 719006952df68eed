import type { Series } from '../../conformance/evidence.ts';

/** Counts what keys cost. */
export interface Effects {
  /** By key; a key of which nothing is known is left out. */
  effectsOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const ASK_EVERY_MS = 250;
/** Keys in one question to the ledger. */
const BATCH = 500;
/** Groups that wait for the ledger, at most; beyond it they are judged without effects. */
const WAITING = 5000;

/** Holds settled key groups until the ledger has said what each of them cost. */
export class EffectLookup {
  readonly #ledger: Effects | undefined;
  readonly #judge: (series: Series) => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #waiting: Series[] = [];
  #asking: Promise<void> = Promise.resolve();
  #questions = 0;

  constructor(ledger: Effects | undefined, judge: (series: Series) => void) {
    this.#ledger = ledger;
    this.#judge = judge;
    if (ledger !== undefined) this.#timer = setInterval(() => this.#askInTurn(), ASK_EVERY_MS);
  }

  add(series: Series): void {
    if (this.#ledger === undefined || this.#waiting.length >= WAITING) this.#judge(series);
    else this.#waiting.push(series);
  }

  /** Settles what waits when there is much of it: whoever reads faster than the ledger answers. */
  async makeRoom(): Promise<void> {
    if (this.#waiting.length < BATCH) return;
    this.#ask();
    await this.#asking;
  }

  /**
   * Judges all that still waits.
   * @param isThere whether the target can still be asked; else what waits is judged without effects
   */
  async finish(isThere: boolean): Promise<void> {
    clearInterval(this.#timer);
    if (!isThere) for (const series of this.#waiting.splice(0)) this.#judge(series);
    while (this.#waiting.length > 0) this.#ask();
    await this.#asking;
  }

  /** Questions to a ledger that is slow would line up. */
  #askInTurn(): void {
    if (this.#questions === 0) this.#ask();
  }

  #ask(): void {
    const batch = this.#waiting.splice(0, BATCH);
    if (batch.length === 0) return;
    this.#asking = this.#asking.then(() => this.#settle(batch));
  }

  async #settle(batch: readonly Series[]): Promise<void> {
    this.#questions += 1;
    const effects = await this.#ledger?.effectsOf(batch.map(({ label }) => label));
    this.#questions -= 1;
    for (const series of batch) {
      const counted = effects?.get(series.label);
      this.#judge(counted === undefined ? series : { ...series, effects: counted });
    }
  }
}
