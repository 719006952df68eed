import type { Series } from '../../conformance/evidence.ts';
import type { Effects } from '../../conformance/sending/effect-ledger.ts';
import { bytesOf } from '../../conformance/timekeeping.ts';
import { LIMITS } from '../../input/limits.ts';
import { type EndOfRun, type Judgeable, type Stage, Waiting } from './waiting.ts';

/** Keys in one question to the ledger. */
const BATCH = 500;
/** Groups that may wait for the ledger. */
const MOST_WAITING = 5000;
const ASK_EVERY_MS = 250;

/** Completed key groups that wait until the ledger has counted their effects. */
export class EffectLookup implements Stage {
  readonly #ledger: Effects;
  readonly #next: (piece: Judgeable) => void;
  readonly #asking: NodeJS.Timeout;
  readonly #waiting: Waiting<Series>;
  #isAsking = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ledger: Effects, next: (piece: Judgeable) => void) {
    this.#ledger = ledger;
    this.#next = next;
    // Without room, the oldest are judged without effects.
    const limits = { bytes: LIMITS.ledgerBodies.value, items: MOST_WAITING };
    this.#waiting = new Waiting(limits, (series) => this.#pass(series));
    this.#asking = setInterval(() => {
      // Further questions to a slow ledger would queue.
      if (!this.#isAsking) void this.#askNext();
    }, ASK_EVERY_MS);
  }

  holds(piece: Judgeable): boolean {
    if (!('group' in piece) || piece.group.kind !== 'key') return false;
    const { series } = piece.group;
    this.#waiting.add(series, bytesOf(series));
    return true;
  }

  /** To be awaited now and then where exchanges are read faster than they were sent. */
  async makeRoom(): Promise<void> {
    const isHalf = this.#waiting.bytes * 2 >= LIMITS.ledgerBodies.value;
    if (this.#waiting.count >= BATCH || isHalf) await this.#askNext();
  }

  async end({ hasLedger }: EndOfRun): Promise<void> {
    clearInterval(this.#asking);
    if (!hasLedger) for (const series of this.#waiting.take()) this.#pass(series);
    do await this.#askNext();
    while (this.#waiting.count > 0);
  }

  /** Asks for the groups that have waited longest, once the question before is answered. */
  #askNext(): Promise<unknown> {
    this.#last = this.#last.then(() => this.#ask(this.#waiting.take(() => true, BATCH)));
    return this.#last;
  }

  async #ask(batch: readonly Series[]): Promise<void> {
    if (batch.length === 0) return;
    this.#isAsking = true;
    const effects = await this.#ledger.effectsOf(batch.map(({ label }) => label));
    this.#isAsking = false;
    for (const series of batch) {
      const counted = effects.get(series.label);
      this.#pass(counted === undefined ? series : { ...series, effects: counted });
    }
  }

  #pass(series: Series): void {
    this.#next({ group: { kind: 'key', series } });
  }
}
