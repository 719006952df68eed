import type { Answer, Stream } from '../../answers/narrow.ts';
import { replyId } from '../../answers/reply.ts';
import { idempotencyKeyOf } from '../../exchange/exchange.ts';
import { type Finding, need } from '../rule.ts';

/** The fold of a rule that requires unique ids: finds an id that an earlier answer had. */
export function uniqueIds() {
  const seen = new SeenIds();
  return {
    *add(reply: Answer | Stream): Generator<Finding> {
      const { exchange } = reply;
      // A retry with the same key should return the same result.
      const key = idempotencyKeyOf(exchange);
      need(key === undefined, 'a request without an Idempotency-Key');
      const id = replyId(reply);
      need(id, 'an answer with an id');
      const before = seen.add(id, exchange.id);
      if (before === undefined) return;
      const actual = `${id}, as in request ${before}`;
      yield { expected: 'a different id for each answer', actual, where: 'id' };
    },
  };
}

/** Ids in one generation; two are kept. */
const GENERATION = 125_000;

/**
 * Remembers ids: at least the last 125 000, at most twice as many. It keeps 53 bits of each instead of its
 * text: the chance that two different ids among a million are taken for one is about 1 : 30 000.
 */
export class SeenIds {
  #young = new Map<number, number>();
  #old = new Map<number, number>();

  /** The exchange that had this id before, if any is remembered. */
  add(id: string, exchange: number): number | undefined {
    const print = fingerprint(id);
    const before = this.#young.get(print) ?? this.#old.get(print);
    if (before !== undefined) return before;
    if (this.#young.size === GENERATION) [this.#young, this.#old] = [new Map(), this.#young];
    this.#young.set(print, exchange);
    return undefined;
  }
}

/** FNV-1a over UTF-16 units, twice with different primes, each mixed as in MurmurHash3. */
function fingerprint(id: string): number {
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
  }
  return (mixed(high) >>> 11) * 2 ** 32 + mixed(low);
}

/** Each bit of a hash depends on all the others. */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
