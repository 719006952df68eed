import type { Series } from '../../conformance/evidence.ts';
import { brokeOff } from '../../conformance/sending/reachability.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** Refused in a row, to the end: of a target that nobody can look for any more. */
const REFUSED_SENDS = 5;
/** Bodies held back, at most; of an endless number that break off, the oldest are not judged. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What is held back: one exchange, or all of a group. */
interface Held {
  readonly bytes: number;
  readonly group: boolean;
  readonly brokeMs: number;
  readonly judge: () => void;
}

/**
 * Holds back what broke off until something sent later was answered: a gateway that ended in the
 * middle of its answers has broken no rule by it.
 */
export class HoldBack {
  #held: Held[] = [];
  #bytes = 0;
  /** The latest send that was answered, at least with a status line. */
  #answeredMs = Number.NEGATIVE_INFINITY;
  #brokeMs = Number.NEGATIVE_INFINITY;
  #refusedInARow = 0;
  readonly #lost = { exchanges: 0, groups: 0 };

  /** To be told of every exchange, in the order of their ends. */
  note(exchange: Exchange): void {
    const { answer, outcome, timing } = exchange;
    if (brokeOff(exchange)) this.#brokeMs = Math.max(this.#brokeMs, timing.endMs);
    if (answer !== undefined) {
      this.#answeredMs = Math.max(this.#answeredMs, timing.sendMs);
      this.#refusedInARow = 0;
      if (this.#held.length > 0) this.#settle();
    } else if (outcome === 'refused') this.#refusedInARow += 1;
  }

  /** Judges an exchange, now or once the target has shown that it goes on. */
  exchange(exchange: Exchange, judge: () => void): void {
    if (exchange.outcome === 'truncated') this.#hold([exchange], false, judge);
    else judge();
  }

  /** Judges a group, now or once the target has shown that it goes on. */
  group({ exchanges }: Series, judge: () => void): void {
    // Without any answer nothing can be held against the gateway, and there may be no end of those.
    if (exchanges.some(({ answer }) => answer !== undefined)) this.#hold(exchanges, true, judge);
    else judge();
  }

  /** Something broke off, and nothing sent later was answered. */
  get isUnanswered(): boolean {
    return this.#brokeMs >= this.#answeredMs && this.#brokeMs > Number.NEGATIVE_INFINITY;
  }

  /** Whether the target is there, by the last sends alone: where nobody can look any more. */
  get seemsThere(): boolean {
    return this.#refusedInARow === 0;
  }

  /** So many of the last sends were refused that the target is gone. */
  get isRefusing(): boolean {
    return this.#refusedInARow >= REFUSED_SENDS;
  }

  /**
   * Judges what is still held back when the target is there, else gives it up.
   * @returns what was not judged in the whole run
   */
  finish(isThere: boolean): { readonly exchanges: number; readonly groups: number } {
    const held = this.#held;
    this.#held = [];
    for (const each of held) {
      if (isThere) each.judge();
      else this.#lose(each);
    }
    return this.#lost;
  }

  #hold(exchanges: readonly Exchange[], group: boolean, judge: () => void): void {
    const broken = exchanges.filter(brokeOff);
    const brokeMs = Math.max(...broken.map(({ timing }) => timing.endMs));
    if (broken.length === 0 || brokeMs < this.#answeredMs) {
      judge();
      return;
    }
    const bytes = exchanges.reduce((sum, { answer }) => sum + (answer?.body?.byteLength ?? 0), 0);
    this.#held.push({ bytes, group, brokeMs, judge });
    this.#bytes += bytes;
    while (this.#bytes > MOST_BYTES) {
      const oldest = this.#held.shift();
      if (oldest === undefined) return;
      this.#bytes -= oldest.bytes;
      this.#lose(oldest);
    }
  }

  #settle(): void {
    const settled = this.#held.filter(({ brokeMs }) => brokeMs < this.#answeredMs);
    if (settled.length === 0) return;
    this.#held = this.#held.filter(({ brokeMs }) => brokeMs >= this.#answeredMs);
    for (const { bytes, judge } of settled) {
      this.#bytes -= bytes;
      judge();
    }
  }

  #lose({ group }: Held): void {
    this.#lost[group ? 'groups' : 'exchanges'] += 1;
  }
}
