import { contentDelta } from '../../contract/content-delta.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { decodeEventStream } from '../../exchange/sse.ts';
import {
  firstContentMs,
  type UpstreamExchange,
} from '../../exchange/upstream/upstream-exchange.ts';

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

/** How the tokens of one stream came to the caller. */
export interface TokenRelay {
  /** When the upstream wrote each token, and when the caller had read all of it, in ms. */
  readonly tokens: readonly { readonly writtenMs: number; readonly readMs: number }[];
  /** Reads of the caller that brought text. */
  readonly reads: number;
}

/**
 * Finds each token by its place in the text, so it does not matter whether the gateway merges or splits
 * events. Undefined for a body, and where the caller did not receive the text that was written.
 */
export function tokenRelay(
  { operation, answer, timing }: Exchange,
  { answer: { tokens: written, text } }: UpstreamExchange,
): TokenRelay | undefined {
  if (answer?.body === undefined || timing.tokensMs === undefined) return undefined;
  if (written.length === 0 || text === undefined) return undefined;
  const { events } = decodeEventStream(answer.body, answer.reads);
  const tokens: { writtenMs: number; readMs: number }[] = [];
  const reads = new Set<number>();
  let received = '';
  for (const { json, atMs, read } of events) {
    const delta = contentDelta(operation, json);
    if (delta === '') continue;
    received += delta;
    reads.add(read);
    for (let next = written[tokens.length]; next !== undefined; next = written[tokens.length]) {
      if (next.characters > received.length) break;
      tokens.push({ writtenMs: next.atMs, readMs: timing.sendMs + atMs });
    }
  }
  return received === text ? { tokens, reads: reads.size } : undefined;
}
