import type { Exchange, Group } from '../exchange/exchange.ts';
import { LIMITS } from '../input/limits.ts';
import type { ResultClass } from './result-class.ts';

/** What is known of an idempotency key so far. */
interface KeyState {
  /** End of its first good answer. */
  answeredMs: number;
  /** An answer was counted as the one that its execution took. */
  isExecuted: boolean;
  /** Attempts that ended in a refusal: none of them is being executed. */
  readonly refused: number[];
}

/**
 * Separates the requests that a gateway executes from their repetitions, by what the sender planned: the
 * key, the attempt and its times. What the gateway says about it is not used.
 */
export class IdempotencyKeys {
  /** In the order opened: keys that were never ended are forgotten first. */
  readonly #keys = new Map<string, KeyState>();

  /**
   * Takes note of an exchange, in the order of their ends.
   * @returns for a good answer that may have cost less than its execution: `replay` when an earlier
   * request of its key had been answered before the send, `waited` when one may still have been
   * executing (in flight, or lost without an answer). Undefined for all others.
   */
  note(
    { group, attempt, outcome, timing }: Exchange,
    { kind }: ResultClass,
    engine: number,
  ): 'replay' | 'waited' | undefined {
    if (group?.kind !== 'key') return undefined;
    const key = this.#stateOf(nameOf(group, engine));
    if (kind !== 'good') {
      if (outcome === 'answered' || outcome === 'refused') key.refused.push(attempt);
      return undefined;
    }
    if (timing.sendMs >= key.answeredMs) return 'replay';
    key.answeredMs = Math.min(key.answeredMs, timing.endMs);
    const refusedBefore = key.refused.filter((each) => each < attempt).length;
    if (key.isExecuted || refusedBefore < attempt - 1) return 'waited';
    key.isExecuted = true;
    return undefined;
  }

  /** Nothing more comes under this key. */
  end(group: Group, engine: number): void {
    this.#keys.delete(nameOf(group, engine));
  }

  #stateOf(name: string): KeyState {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const state = { answeredMs: Number.POSITIVE_INFINITY, isExecuted: false, refused: [] };
    this.#keys.set(name, state);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > LIMITS.openGroups.value && oldest !== undefined)
      this.#keys.delete(oldest);
    return state;
  }
}

function nameOf({ id }: Group, engine: number): string {
  return `${engine} ${id}`;
}
