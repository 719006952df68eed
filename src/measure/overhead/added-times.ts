import type { Exchange } from '../../exchange/exchange.ts';
import {
  firstContentMs,
  type UpstreamExchange,
} from '../../exchange/upstream/upstream-exchange.ts';
import { tokenRelay } from './token-relay.ts';

/** A request of a caller, answered with 2xx, with the only one that the gateway sent upstream for it. */
export interface RelayPair {
  readonly exchange: Exchange;
  readonly call: UpstreamExchange;
  /** Whether moments of both ends can be compared; durations always can. */
  readonly sharesClock: boolean;
}

/** What the gateway added to the times of its provider for one request, in ms. */
export interface AddedTimes {
  /** To the time to the first token; streams only. */
  readonly ttftMs?: number;
  /** To the time to the end of the answer. */
  readonly e2eMs: number;
  /** From the send of the request until its first byte reached the upstream; needs a shared clock. */
  readonly forwardMs?: number;
  /** Streams whose text arrived as it was written. */
  readonly tokens?: RelayedTokens;
}

export interface RelayedTokens {
  readonly count: number;
  /** Reads of the caller that brought text. */
  readonly reads: number;
  /** From the write of each token to the read that brought the end of it; needs a shared clock. */
  readonly relayMs?: readonly number[];
}

export function addedTimes({ exchange, call, sharesClock }: RelayPair): AddedTimes {
  const { timing } = exchange;
  const { receivedMs } = call.request;
  const firstMs = firstContentMs(call);
  const [tokenMs] = timing.tokensMs ?? [];
  const lastMs = call.answer.writes.at(-1)?.atMs ?? call.endMs;
  const tokens = relayedTokens(exchange, call, sharesClock);
  return {
    e2eMs: timing.endMs - timing.sendMs - (lastMs - receivedMs),
    ...(tokenMs !== undefined &&
      firstMs !== undefined && { ttftMs: tokenMs - timing.sendMs - (firstMs - receivedMs) }),
    ...(sharesClock && { forwardMs: receivedMs - timing.sendMs }),
    ...(tokens && { tokens }),
  };
}

function relayedTokens(
  exchange: Exchange,
  call: UpstreamExchange,
  sharesClock: boolean,
): RelayedTokens | undefined {
  const relay = tokenRelay(exchange, call);
  if (relay === undefined) return undefined;
  const { tokens, reads } = relay;
  return {
    count: tokens.length,
    reads,
    ...(sharesClock && { relayMs: tokens.map(({ writtenMs, readMs }) => readMs - writtenMs) }),
  };
}
