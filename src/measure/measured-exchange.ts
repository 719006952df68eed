import type { Exchange } from '../exchange/exchange.ts';
import type { AnswerMode } from './answer-mode.ts';
import type { ResultClass } from './result-class.ts';

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

/** The durations of one exchange in ms; absent where it does not have them. */
export interface Timings {
  /** Send of the request to the end of the answer. */
  readonly e2eMs: number;
  readonly e2eFromIntendedMs: number;
  /** Send of the request to the first event with non-empty content, or arguments of a call. */
  readonly ttftMs?: number;
  readonly ttftFromIntendedMs?: number;
  /** Each gap between successive tokens that did not share a read. */
  readonly itlMs: readonly number[];
  /** (request latency − TTFT) / (tokens − 1). */
  readonly tpotMs?: number;
  readonly tokens: number;
  /** Send of the request to the last event with arguments of a call. */
  readonly argsMs?: number;
  readonly argsFromIntendedMs?: number;
}

export function timingsOf({ timing }: Exchange): Timings {
  const { intendedMs, sendMs, endMs, tokensMs = [], lastArgumentMs } = timing;
  const [first] = tokensMs;
  const e2eMs = endMs - sendMs;
  const whole = { e2eMs, e2eFromIntendedMs: endMs - intendedMs, tokens: tokensMs.length };
  if (first === undefined) return { ...whole, itlMs: [] };
  const ttftMs = first - sendMs;
  return {
    ...whole,
    ttftMs,
    ttftFromIntendedMs: first - intendedMs,
    itlMs: gaps(tokensMs),
    ...(lastArgumentMs !== undefined && {
      argsMs: lastArgumentMs - sendMs,
      argsFromIntendedMs: lastArgumentMs - intendedMs,
    }),
    ...(tokensMs.length > 1 && { tpotMs: (e2eMs - ttftMs) / (tokensMs.length - 1) }),
  };
}

/** Tokens of one read have the same time: a gap of 0 comes from the read, not from the model. */
function gaps(tokensMs: readonly number[]): number[] {
  const found: number[] = [];
  let previous = tokensMs[0] ?? 0;
  for (const atMs of tokensMs) {
    if (atMs > previous) found.push(atMs - previous);
    previous = atMs;
  }
  return found;
}
