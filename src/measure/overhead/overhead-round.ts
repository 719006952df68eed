import type { Exchange } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import { answerModeOf } from '../answer-mode.ts';
import { Histogram } from '../histogram.ts';
import type { ExchangeObserver, MeasuredExchange } from '../measured-exchange.ts';
import { addedTimes } from '../relay-measure.ts';

export const OVERHEAD_MODES = ['body', 'stream'] as const;
export type OverheadMode = (typeof OVERHEAD_MODES)[number];

/** Durations of the good answers of one mode, in ms from the send. */
export interface RoundTimes {
  readonly ttft: Histogram;
  readonly e2e: Histogram;
  /** The same without the time of the provider, which it reports itself. */
  readonly addedTtft: Histogram;
  readonly addedE2e: Histogram;
}

export type RoundMetric = keyof RoundTimes;

/** One block of requests, either to the provider or through the gateway. */
export class OverheadRound implements ExchangeObserver {
  readonly times: Readonly<Record<OverheadMode, RoundTimes>> = {
    body: emptyTimes(),
    stream: emptyTimes(),
  };
  good = 0;
  failed = 0;

  record({ mode, resultClass, timings }: MeasuredExchange): void {
    if (resultClass.kind !== 'good') {
      this.failed += 1;
      return;
    }
    this.good += 1;
    if (mode === 'slow') return;
    this.times[mode].e2e.add(timings.e2eMs);
    if (timings.ttftMs !== undefined) this.times[mode].ttft.add(timings.ttftMs);
  }

  /** @param call the only request that the provider received for this exchange */
  pair(exchange: Exchange, call: UpstreamExchange): void {
    const mode = answerModeOf(exchange);
    if (mode === 'slow') return;
    const { ttftMs, e2eMs } = addedTimes(exchange, call);
    this.times[mode].addedE2e.add(e2eMs);
    if (ttftMs !== undefined) this.times[mode].addedTtft.add(ttftMs);
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
  };
}
