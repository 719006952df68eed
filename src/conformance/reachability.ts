import type { Exchange, Outcome } from '../exchange/exchange.ts';

/** Sends in a row without any status line after which a target counts as gone. */
const SILENT_SENDS = 5;

const SILENCE: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'timed-out']);

/** Notices that a target no longer answers anything, from whatever is sent to it anyway. */
export class Reachability {
  #silentSends = 0;

  get isGone(): boolean {
    return this.#silentSends >= SILENT_SENDS;
  }

  /** @param exchanges of one send: a race counts once, however wide it is */
  note(exchanges: readonly Exchange[]): void {
    if (exchanges.some(({ answer }) => answer !== undefined)) this.#silentSends = 0;
    else if (exchanges.some(({ outcome }) => SILENCE.has(outcome))) this.#silentSends += 1;
  }
}
