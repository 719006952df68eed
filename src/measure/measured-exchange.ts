import type { Exchange } from '../exchange/exchange.ts';
import type { AnswerMode } from './answer-mode.ts';
import type { ResultClass } from './result-class.ts';
import type { Timings } from './timings.ts';

/** An exchange with its measurements. */
export interface MeasuredExchange {
  readonly exchange: Exchange;
  readonly mode: AnswerMode;
  readonly resultClass: ResultClass;
  readonly timings: Timings;
}

/** Receives each exchange of a load run as it was measured. */
export interface ExchangeObserver {
  /** @param withinSlo whether it missed no objective of the SLO */
  record(measured: MeasuredExchange, withinSlo: boolean): void;
}
