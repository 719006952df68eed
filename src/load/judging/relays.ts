import type { Relay, Series } from '../../conformance/evidence.ts';
import type { Expectations } from '../../conformance/expectations.ts';
import { withCallsAsEffects } from '../../conformance/probes/effects.ts';
import { bytesOf } from '../../conformance/timekeeping.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import { ownNonce } from '../../exchange/upstream/nonces.ts';
import { gapBetween, type Origin } from '../../exchange/upstream/origin.ts';
import { shifted, type UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import { greatest } from '../../input/order-statistics.ts';
import { type AddedTimes, addedTimes } from '../../measure/overhead/added-times.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { UpstreamStore } from '../../target/upstream/upstream-store.ts';
import { type Judgeable, type Stage, Waiting } from './waiting.ts';

/** Until what has reached the upstream is known here, however busy this process is: a recording gives the same. */
const KNOWN_MS = 100;
/** After this time an upstream request that is not over counts as it is. */
const PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 50;

/** Where the upstream requests of a load are found: a running upstream, or a recording of one. */
export interface RelaySource extends Origin {
  /** Whether its clock runs with that of this process. */
  readonly isLive: boolean;
  /** ms since that origin. */
  now(): number;
  /** What is known now. */
  readonly store: UpstreamStore;
  /** Settles when what has begun for these nonces is over, at the latest after this time. */
  settled(nonces: readonly string[], withinMs: number): Promise<void>;
}

/** A running upstream. */
export function liveSource(upstream: Upstream): RelaySource {
  return {
    isLive: true,
    ...upstream.origin,
    now: () => performance.now() - upstream.shiftMs,
    store: upstream.store,
    async settled(nonces, withinMs) {
      await Promise.all(nonces.map((nonce) => upstream.seen(nonce, withinMs)));
    },
  };
}

interface Unpaired {
  readonly series: Series;
  readonly nonce: string;
  readonly sinceMs: number;
}

/** Receives a request of a caller, and what the gateway added to it. */
export type OnPair = (exchange: Exchange, added: AddedTimes) => void;

/** How many requests of callers were found upstream. */
export interface RelayCounts {
  /** Requests, or groups of one idempotency key, that carry a word by which they are found. */
  readonly sent: number;
  readonly matched: number;
  /** Not judged because memory was full. */
  readonly lost: number;
}

/** Receives the requests of callers, once they are paired or lost. */
export interface RelayOutcomes {
  /** Called with each pair, some time after its last answer. */
  readonly judge: (relay: Relay) => void;
  /** Called with each whole answer to which one upstream request belongs. */
  readonly onPair: OnPair;
  /**
   * Gets the groups of idempotency keys, which wait here until the calls for them are counted as their effects;
   * absent where the target has a ledger.
   */
  readonly next?: ((piece: Judgeable) => void) | undefined;
}

/** After this time all that belongs to a request which was answered is known, in ms. */
export function settleMs({ upstreamLateMs }: Pick<Expectations, 'upstreamLateMs'>): number {
  return upstreamLateMs + KNOWN_MS;
}

/** Pairs what callers sent under load with what the gateway sent upstream for it. */
export class Relays implements Stage {
  readonly #source: RelaySource;
  readonly #outcomes: RelayOutcomes;
  readonly #lateMs: number;
  readonly #settleMs: number;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #waiting: Waiting<Unpaired>;
  #lookedMs = Number.NEGATIVE_INFINITY;
  readonly #counts = { sent: 0, matched: 0, lost: 0 };
  /** What turns times of the source into those of the run. */
  #shiftMs = 0;
  #sharesClock = true;

  constructor(
    source: RelaySource,
    expect: Pick<Expectations, 'upstreamLateMs'>,
    outcomes: RelayOutcomes,
  ) {
    this.#source = source;
    this.#outcomes = outcomes;
    this.#lateMs = expect.upstreamLateMs;
    this.#settleMs = settleMs(expect);
    this.#waiting = new Waiting({ bytes: LIMITS.relayBodies.value }, (each) => this.#lose(each));
    if (source.isLive) this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  get counts(): RelayCounts {
    return this.#counts;
  }

  /**
   * To be called for each engine.
   * @param run where the times of the run begin
   * @param engine where those of the engine begin
   */
  begin(run: Origin, engine: Origin): void {
    const toSource = gapBetween(run, this.#source);
    this.#shiftMs = toSource.ms;
    if (!toSource.isExact || !gapBetween(run, engine).isExact) this.#sharesClock = false;
  }

  /** What is paired later passes on meanwhile, except groups of keys whose effects are the calls. */
  holds(piece: Judgeable): boolean {
    if ('exchange' in piece) {
      const { exchange } = piece;
      if (!isOfKey(exchange)) this.#track({ label: 'a request', exchanges: [exchange] });
      return false;
    }
    const { kind, series } = piece.group;
    return kind === 'key' && this.#track(series) && this.#outcomes.next !== undefined;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#source.settled(
      this.#waiting.items.map(({ nonce }) => nonce),
      this.#settleMs,
    );
    this.#settle(Number.POSITIVE_INFINITY);
  }

  /** @returns whether they are judged or lost later; otherwise nothing of them can be found upstream */
  #track(series: Series): boolean {
    if (this.#source.now() - this.#lookedMs >= LOOK_EVERY_MS) this.#look();
    const [first] = series.exchanges;
    const nonce = first && ownNonce(first);
    if (nonce === undefined) return false;
    this.#counts.sent += 1;
    this.#waiting.add({ series, nonce, sinceMs: this.#source.now() }, bytesOf(series));
    return true;
  }

  #look(): void {
    this.#lookedMs = this.#source.now();
    this.#settle(this.#lookedMs);
  }

  #settle(nowMs: number): void {
    const patienceMs = Math.max(PATIENCE_MS, this.#settleMs);
    const settled = this.#waiting.take((each) => {
      const ageMs = nowMs - each.sinceMs;
      return ageMs >= this.#settleMs && (ageMs >= patienceMs || !this.#isPending(each));
    });
    for (const each of settled) this.#pair(each);
  }

  /** What is not found yet may be in frames that are still to be read. */
  #isPending({ nonce }: Unpaired): boolean {
    const { open, exchanges } = this.#source.store.of(nonce);
    return open > 0 || exchanges.length === 0;
  }

  #pair({ series, nonce }: Unpaired): void {
    const { exchanges, open } = this.#source.store.of(nonce);
    this.#source.store.forget(nonce);
    const endMs = greatest(series.exchanges.map(({ timing }) => timing.endMs));
    const upstream = exchanges
      .map((each) => shifted(each, this.#shiftMs))
      .filter(({ request }, at) => at === 0 || request.receivedMs <= endMs + this.#lateMs);
    if (upstream.length > 0) this.#counts.matched += 1;
    this.#measure(series, upstream, open);
    const relay = { ...series, upstream, open };
    this.#outcomes.judge(relay);
    this.#passKey(withCallsAsEffects(relay));
  }

  #measure({ exchanges }: Series, upstream: readonly UpstreamExchange[], open: number): void {
    const [exchange, again] = exchanges;
    const [call, second] = upstream;
    const isPair = again === undefined && second === undefined && open === 0;
    if (exchange === undefined || call === undefined || !isPair) return;
    const isWhole = exchange.outcome === 'answered' && call.outcome === 'complete';
    if (isWhole && isSuccess(exchange.answer) && exchange.timing.readBytesPerSecond === undefined) {
      const added = addedTimes({ exchange, call, sharesClock: this.#sharesClock });
      this.#outcomes.onPair(exchange, added);
    }
  }

  #lose({ series, nonce }: Unpaired): void {
    this.#counts.lost += 1;
    this.#source.store.forget(nonce);
    this.#passKey(series);
  }

  #passKey(series: Series): void {
    if (series.exchanges.some(isOfKey)) this.#outcomes.next?.({ group: { kind: 'key', series } });
  }
}

/** Whether requests belong to an idempotency key. */
function isOfKey({ group }: Exchange): boolean {
  return group?.kind === 'key';
}
