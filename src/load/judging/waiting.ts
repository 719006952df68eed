import type { Exchange } from '../../exchange/exchange.ts';
import type { WholeGroup } from './groups.ts';

/** What is on its way to the judge. */
export type Judgeable = { readonly exchange: Exchange } | { readonly group: WholeGroup };

/** What is known when nothing more comes. */
export interface EndOfRun {
  /** The target is still there: what broke off is its doing. */
  readonly isThere: boolean;
  /** The ledger of effects can be read. */
  readonly hasLedger: boolean;
  /** No frames are missing at the end. */
  readonly isWhole: boolean;
}

/** A reason to postpone verdicts: it hands on what has waited long enough. */
export interface Postponement {
  /** Hands on, or gives up, all that waits. Called once, in the order in which pieces pass. */
  end(end: EndOfRun): void | Promise<void>;
}

/** A reason to postpone the verdict on a piece. */
export interface Stage extends Postponement {
  /** Whether the piece waits here from now on; otherwise it passes on at once. */
  holds(piece: Judgeable): boolean;
}

interface Limits {
  readonly bytes: number;
  readonly items?: number;
}

interface Sized<T> {
  readonly item: T;
  readonly bytes: number;
}

/** What waits, in the order it came, in limited memory: beyond it, the oldest is given up. */
export class Waiting<T> {
  readonly #limits: Limits;
  readonly #giveUp: (item: T) => void;
  #items: Sized<T>[] = [];
  #bytes = 0;

  constructor(limits: Limits, giveUp: (item: T) => void) {
    this.#limits = limits;
    this.#giveUp = giveUp;
  }

  get items(): readonly T[] {
    return this.#items.map(({ item }) => item);
  }

  get count(): number {
    return this.#items.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(item: T, bytes: number): void {
    this.#items.push({ item, bytes });
    this.#bytes += bytes;
    const { items = Number.POSITIVE_INFINITY } = this.#limits;
    while (this.#bytes > this.#limits.bytes || this.#items.length > items) {
      const [oldest] = this.take(() => true, 1);
      if (oldest !== undefined) this.#giveUp(oldest);
    }
  }

  /** Takes those that have waited long enough. */
  take(isReady: (item: T) => boolean = () => true, most = Number.POSITIVE_INFINITY): T[] {
    const taken: T[] = [];
    const left: Sized<T>[] = [];
    for (const each of this.#items) {
      if (taken.length < most && isReady(each.item)) {
        taken.push(each.item);
        this.#bytes -= each.bytes;
      } else left.push(each);
    }
    if (taken.length > 0) this.#items = left;
    return taken;
  }
}
