import { brokeOff } from '../../conformance/sending/liveness.ts';
import { bytesOf } from '../../conformance/timekeeping.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import { greatest } from '../../input/order-statistics.ts';
import { type EndOfRun, type Judgeable, type Stage, Waiting } from './waiting.ts';

interface Held {
  readonly piece: Judgeable;
  readonly brokeMs: number;
}

/**
 * Holds back exchanges that broke off until a later request is answered: a gateway that ended while
 * it was answering has broken no rule by that.
 */
export class HoldBack implements Stage {
  readonly #next: (piece: Judgeable) => void;
  readonly #held: Waiting<Held>;
  /** The latest send that was answered, at least with a status line. */
  #answeredMs = Number.NEGATIVE_INFINITY;
  /** What was never judged. */
  readonly lost = { exchanges: 0, groups: 0 };

  constructor(next: (piece: Judgeable) => void) {
    this.#next = next;
    this.#held = new Waiting({ bytes: LIMITS.heldBackBodies.value }, (held) => this.#lose(held));
  }

  /** Takes note of every exchange, in the order of their ends. It may show that the target went on. */
  note({ answer, timing }: Exchange): void {
    if (answer === undefined) return;
    this.#answeredMs = Math.max(this.#answeredMs, timing.sendMs);
    if (this.#held.count === 0) return;
    const released = this.#held.take(({ brokeMs }) => brokeMs < this.#answeredMs);
    for (const { piece } of released) this.#next(piece);
  }

  holds(piece: Judgeable): boolean {
    const exchanges = exchangesIn(piece);
    if (!isAnswer(piece)) return false;
    const broken = exchanges.filter(brokeOff);
    const brokeMs = greatest(broken.map(({ timing }) => timing.endMs));
    if (broken.length === 0 || brokeMs < this.#answeredMs) return false;
    this.#held.add({ piece, brokeMs }, bytesOf({ label: '', exchanges }));
    return true;
  }

  end({ isThere }: EndOfRun): void {
    for (const held of this.#held.take()) {
      if (isThere) this.#next(held.piece);
      else this.#lose(held);
    }
  }

  #lose({ piece }: Held): void {
    this.lost['group' in piece ? 'groups' : 'exchanges'] += 1;
  }
}

function exchangesIn(piece: Judgeable): readonly Exchange[] {
  return 'group' in piece ? piece.group.series.exchanges : [piece.exchange];
}

/** Without an answer nothing counts against the gateway, and such groups may be very many. */
function isAnswer(piece: Judgeable): boolean {
  return 'group' in piece
    ? piece.group.series.exchanges.some(({ answer }) => answer !== undefined)
    : piece.exchange.outcome === 'truncated';
}
