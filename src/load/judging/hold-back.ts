import type { Series } from '../../conformance/evidence.ts';
import { brokeOff } from '../../conformance/sending/reachability.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { greatest } from '../../input/extremes.ts';
import { LIMITS } from '../../input/limits.ts';
import type { WholeGroup } from './groups.ts';

/** What waits to be judged: an exchange, or a group. */
export type Judgeable = { readonly exchange: Exchange } | { readonly group: WholeGroup };

interface Held {
  readonly judgeable: Judgeable;
  readonly bytes: number;
  readonly brokeMs: number;
}

const NONE: readonly Judgeable[] = [];

/**
 * Holds back exchanges that broke off until a later request is answered: a gateway that ended while
 * it was answering has broken no rule by that.
 */
export class HoldBack {
  #held: Held[] = [];
  #bytes = 0;
  /** The latest send that was answered, at least with a status line. */
  #answeredMs = Number.NEGATIVE_INFINITY;
  readonly #lost = { exchanges: 0, groups: 0 };

  /**
   * Takes note of every exchange, in the order of their ends.
   * @returns what this one releases: the target went on after it broke off
   */
  note({ answer, timing }: Exchange): readonly Judgeable[] {
    if (answer === undefined) return NONE;
    this.#answeredMs = Math.max(this.#answeredMs, timing.sendMs);
    return this.#held.length === 0 ? NONE : this.#release();
  }

  /** Whether the exchange is held back; otherwise it is to be judged now. */
  holdsExchange(exchange: Exchange): boolean {
    return exchange.outcome === 'truncated' && this.#hold([exchange], { exchange });
  }

  /** Whether the group is held back; otherwise it is to be judged now. */
  holdsGroup(group: WholeGroup): boolean {
    // Without an answer nothing counts against the gateway, and such groups may be very many.
    return isAnswered(group.series) && this.#hold(group.series.exchanges, { group });
  }

  /**
   * Releases the rest when the target is there; otherwise it is lost.
   * @returns what is to be judged
   */
  finish(isThere: boolean): readonly Judgeable[] {
    const held = this.#held.splice(0);
    if (isThere) return held.map(({ judgeable }) => judgeable);
    for (const each of held) this.#lose(each);
    return NONE;
  }

  /** What was never judged. */
  get lost(): { readonly exchanges: number; readonly groups: number } {
    return this.#lost;
  }

  #hold(exchanges: readonly Exchange[], judgeable: Judgeable): boolean {
    const broken = exchanges.filter(brokeOff);
    const brokeMs = greatest(broken.map(({ timing }) => timing.endMs));
    if (broken.length === 0 || brokeMs < this.#answeredMs) return false;
    const bytes = exchanges.reduce((sum, { answer }) => sum + (answer?.body?.byteLength ?? 0), 0);
    this.#held.push({ judgeable, bytes, brokeMs });
    this.#bytes += bytes;
    while (this.#bytes > LIMITS.heldBackBodies.value) {
      const oldest = this.#held.shift();
      if (oldest === undefined) break;
      this.#bytes -= oldest.bytes;
      this.#lose(oldest);
    }
    return true;
  }

  #release(): readonly Judgeable[] {
    const released = this.#held.filter(({ brokeMs }) => brokeMs < this.#answeredMs);
    if (released.length === 0) return NONE;
    this.#held = this.#held.filter(({ brokeMs }) => brokeMs >= this.#answeredMs);
    for (const { bytes } of released) this.#bytes -= bytes;
    return released.map(({ judgeable }) => judgeable);
  }

  #lose({ judgeable }: Held): void {
    this.#lost['group' in judgeable ? 'groups' : 'exchanges'] += 1;
  }
}

function isAnswered({ exchanges }: Series): boolean {
  return exchanges.some(({ answer }) => answer !== undefined);
}
