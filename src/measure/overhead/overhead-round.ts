import type { Exchange } from '../../exchange/exchange.ts';
import { answerModeOf, isTimed } from '../answer-mode.ts';
import { Histogram } from '../histogram.ts';
import type { ExchangeObserver, MeasuredExchange } from '../measured-exchange.ts';
import type { AddedTimes, RelayedTokens } from './added-times.ts';

export const OVERHEAD_MODES = ['body', 'stream'] as const;
export type OverheadMode = (typeof OVERHEAD_MODES)[number];

/** Durations of the good answers of one mode, in ms from the send. */
export interface RoundTimes {
  readonly ttft: Histogram;
  readonly e2e: Histogram;
  /** The same without the time of the provider, which it reports itself. */
  readonly addedTtft: Histogram;
  readonly addedE2e: Histogram;
  /** Until the request reached the provider. */
  readonly forward: Histogram;
  /** From the write of each token to its read. */
  readonly relay: Histogram;
}

export type RoundMetric = keyof RoundTimes;

/** One block of requests, either to the provider or through the gateway. */
export class OverheadRound implements ExchangeObserver {
  readonly times: Readonly<Record<OverheadMode, RoundTimes>> = {
    body: emptyTimes(),
    stream: emptyTimes(),
  };
  /** The time from write to read of the first token of each stream, of the second one, and so on. */
  readonly relayByPlace: Histogram[] = [];
  /** Tokens of the provider, and the reads in which they came. */
  tokens = 0;
  reads = 0;
  good = 0;
  failed = 0;

  record({ mode, resultClass, timings }: MeasuredExchange): void {
    if (resultClass.kind !== 'good') {
      this.failed += 1;
      return;
    }
    this.good += 1;
    if (!isTimed(mode)) return;
    this.times[mode].e2e.add(timings.e2eMs);
    if (timings.ttftMs !== undefined) this.times[mode].ttft.add(timings.ttftMs);
  }

  /** @param added to the times of the only request that the provider received for this exchange */
  pair(exchange: Exchange, { ttftMs, e2eMs, forwardMs, tokens }: AddedTimes): void {
    const mode = answerModeOf(exchange);
    if (mode === 'slow') return;
    const times = this.times[mode];
    times.addedE2e.add(e2eMs);
    if (ttftMs !== undefined) times.addedTtft.add(ttftMs);
    if (forwardMs !== undefined) times.forward.add(forwardMs);
    if (tokens !== undefined) this.#addTokens(times.relay, tokens);
  }

  #addTokens(relay: Histogram, { count, reads, relayMs = [] }: RelayedTokens): void {
    this.tokens += count;
    this.reads += reads;
    for (const [place, ms] of relayMs.entries()) {
      relay.add(ms);
      const histogram = this.relayByPlace[place] ?? new Histogram();
      this.relayByPlace[place] = histogram;
      histogram.add(ms);
    }
  }
}

/** Blocks of one place were sent one after the other, with the same seed. */
export interface RoundPair {
  readonly floor: OverheadRound;
  readonly through: OverheadRound;
}

function emptyTimes(): RoundTimes {
  return {
    ttft: new Histogram(),
    e2e: new Histogram(),
    addedTtft: new Histogram(),
    addedE2e: new Histogram(),
    forward: new Histogram(),
    relay: new Histogram(),
  };
}
