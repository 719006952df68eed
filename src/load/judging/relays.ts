import type { Relay, Series } from '../../conformance/evidence.ts';
import type { Expectations } from '../../conformance/expectations.ts';
import { bytesOf } from '../../conformance/timekeeping.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import { gapBetween, type Origin } from '../../exchange/upstream/origin.ts';
import { ownNonce } from '../../exchange/upstream/own-nonce.ts';
import { shifted, type UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import { greatest } from '../../input/extremes.ts';
import { LIMITS } from '../../input/limits.ts';
import { type AddedTimes, addedTimes } from '../../measure/overhead/added-times.ts';
import type { RelaySource } from './relay-source.ts';

/** Until what has reached the upstream is known here, however busy this process is: a recording gives the same. */
const KNOWN_MS = 100;
/** After this time an upstream request that is not over counts as it is. */
const PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 50;

interface Waiting {
  readonly series: Series;
  readonly nonce: string;
  readonly bytes: number;
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
  /** Called with requests for which there is no memory: only one end of them is known. */
  readonly lose: (series: Series) => void;
  /** Called with each whole answer to which one upstream request belongs. */
  readonly onPair: OnPair;
}

/** After this time all that belongs to a request which was answered is known, in ms. */
export function settleMs({ upstreamLateMs }: Pick<Expectations, 'upstreamLateMs'>): number {
  return upstreamLateMs + KNOWN_MS;
}

/** Pairs what callers sent under load with what the gateway sent upstream for it. */
export class Relays {
  readonly #source: RelaySource;
  readonly #outcomes: RelayOutcomes;
  readonly #lateMs: number;
  readonly #settleMs: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #sent = 0;
  #matched = 0;
  #lost = 0;
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
    if (source.isLive) this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
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

  /** An exchange; those of a key come as a group. */
  note(exchange: Exchange): void {
    if (isOfKey(exchange)) return;
    this.noteGroup({ label: 'a request', exchanges: [exchange] });
  }

  /**
   * The exchanges of one idempotency key.
   * @returns whether they are judged or lost later; otherwise nothing of them can be found upstream
   */
  noteGroup(series: Series): boolean {
    if (this.#source.now() - this.#lookedMs >= LOOK_EVERY_MS) this.#look();
    const [first] = series.exchanges;
    const nonce = first && ownNonce(first);
    if (nonce === undefined) return false;
    const bytes = bytesOf(series);
    this.#sent += 1;
    this.#bytes += bytes;
    this.#waiting.push({ series, nonce, bytes, sinceMs: this.#source.now() });
    while (this.#bytes > LIMITS.relayBodies.value) this.#lose();
    return true;
  }

  /** Judges what waits. Call once, after the last exchange. */
  async finish(): Promise<RelayCounts> {
    clearInterval(this.#timer);
    await this.#source.settled(
      this.#waiting.map(({ nonce }) => nonce),
      this.#settleMs,
    );
    this.#settle(Number.POSITIVE_INFINITY);
    return { sent: this.#sent, matched: this.#matched, lost: this.#lost };
  }

  #look(): void {
    this.#lookedMs = this.#source.now();
    this.#settle(this.#lookedMs);
  }

  #settle(nowMs: number): void {
    const patienceMs = Math.max(PATIENCE_MS, this.#settleMs);
    const later: Waiting[] = [];
    for (const each of this.#waiting) {
      const ageMs = nowMs - each.sinceMs;
      const isPending = ageMs < patienceMs && this.#isPending(each);
      if (ageMs < this.#settleMs || isPending) later.push(each);
      else this.#pair(each);
    }
    this.#waiting = later;
  }

  /** What is not found yet may be in frames that are still to be read. */
  #isPending({ nonce }: Waiting): boolean {
    const { open, exchanges } = this.#source.known(nonce);
    return open > 0 || exchanges.length === 0;
  }

  #pair({ series, nonce, bytes }: Waiting): void {
    this.#bytes -= bytes;
    const { exchanges, open } = this.#source.known(nonce);
    this.#source.forget(nonce);
    const endMs = greatest(series.exchanges.map(({ timing }) => timing.endMs));
    const upstream = exchanges
      .map((each) => shifted(each, this.#shiftMs))
      .filter(({ request }, at) => at === 0 || request.receivedMs <= endMs + this.#lateMs);
    if (upstream.length > 0) this.#matched += 1;
    this.#measure(series, upstream, open);
    this.#outcomes.judge({ ...series, upstream, open });
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

  #lose(): void {
    const oldest = this.#waiting.shift();
    this.#bytes -= oldest?.bytes ?? this.#bytes;
    this.#lost += 1;
    if (oldest === undefined) return;
    this.#source.forget(oldest.nonce);
    this.#outcomes.lose(oldest.series);
  }
}

/** Whether requests belong to an idempotency key. */
export function isOfKey({ group }: Exchange): boolean {
  return group?.kind === 'key';
}
