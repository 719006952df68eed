import type { Series } from '../../conformance/evidence.ts';
import type { Exchange, Group } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import type { GroupEnd } from '../tap/tap-frame.ts';

/** Approximate size of an exchange without its body. */
const EXCHANGE_BYTES = 2048;

interface Limits {
  readonly groups: number;
  readonly bytes: number;
}

const ALL_GROUPS: Limits = { groups: LIMITS.openGroups.value, bytes: LIMITS.groupBodies.value };

interface OpenGroup {
  /** Members received. */
  members: number;
  /** Empty once the group cannot be judged. */
  exchanges: Exchange[];
  bytes: number;
  /** A member came without its body, was cut by the end, or was dropped because memory was full. */
  incomplete: boolean;
}

/** A group that has ended with all its members. */
export interface WholeGroup {
  readonly kind: Group['kind'];
  /** Its members in the order sent; the label is the id of the group. */
  readonly series: Series;
}

/**
 * Collects the exchanges of each group of all engines until it ends. No group has members in two
 * engines, and all of them share the limits. A group without one of its members or
 * bodies, or without an end, is counted and not judged.
 */
export class Groups {
  #judged = 0;
  #notJudged = 0;
  readonly #limits: Limits;
  /** In the order opened. */
  readonly #open = new Map<string, OpenGroup>();
  #bytes = 0;

  constructor(limits: Limits = ALL_GROUPS) {
    this.#limits = limits;
  }

  /** Approximate size of the open groups. */
  get heldBytes(): number {
    return this.#bytes;
  }

  add(exchange: Exchange, engine = 0): void {
    const { group, answer, outcome } = exchange;
    if (group === undefined) return;
    const open = this.#opened(nameOf(group, engine));
    open.members += 1;
    const bodyMissing = answer !== undefined && answer.body === undefined;
    if (bodyMissing || outcome === 'cut-by-end') this.#empty(open);
    if (open.incomplete) return;
    const bytes = EXCHANGE_BYTES + (answer?.body?.byteLength ?? 0);
    open.exchanges.push(exchange);
    open.bytes += bytes;
    this.#bytes += bytes;
    this.#makeRoom();
  }

  /** @returns the group, unless it cannot be judged */
  end({ members, ...group }: GroupEnd, engine = 0): WholeGroup | undefined {
    const name = nameOf(group, engine);
    const open = this.#open.get(name);
    this.#open.delete(name);
    this.#bytes -= open?.bytes ?? 0;
    if (open === undefined || open.incomplete || open.members !== members) {
      this.#notJudged += 1;
      return undefined;
    }
    this.#judged += 1;
    const exchanges = open.exchanges.toSorted((a, b) => a.timing.sendMs - b.timing.sendMs);
    return { kind: group.kind, series: { label: group.id, exchanges } };
  }

  /** Counts the groups that never ended. Call once, after the last frame. */
  finish(): void {
    this.#notJudged += this.#open.size;
    this.#open.clear();
    this.#bytes = 0;
  }

  counts(): { readonly judged: number; readonly notJudged: number } {
    return { judged: this.#judged, notJudged: this.#notJudged };
  }

  #opened(name: string): OpenGroup {
    let open = this.#open.get(name);
    if (open === undefined) {
      open = { members: 0, exchanges: [], bytes: 0, incomplete: false };
      this.#open.set(name, open);
    }
    return open;
  }

  #empty(open: OpenGroup): void {
    this.#bytes -= open.bytes;
    open.bytes = 0;
    open.exchanges = [];
    open.incomplete = true;
  }

  /** Drops the oldest first: they are the least likely to end. */
  #makeRoom(): void {
    for (const [name, open] of this.#open) {
      if (this.#open.size > this.#limits.groups) {
        this.#empty(open);
        this.#open.delete(name);
        this.#notJudged += 1;
      } else if (this.#bytes > this.#limits.bytes) this.#empty(open);
      else return;
    }
  }
}

function nameOf({ kind, id }: Group, engine: number): string {
  return `${engine} ${kind} ${id}`;
}
