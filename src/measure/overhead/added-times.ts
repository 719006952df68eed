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

export function addedTimes(pair: RelayPair): AddedTimes {
  const { timing } = pair.exchange;
  const { call, sharesClock } = pair;
  const { receivedMs } = call.request;
  const firstMs = firstContentMs(call);
  const [tokenMs] = timing.tokensMs ?? [];
  const lastMs = call.answer.writes.at(-1)?.atMs ?? call.endMs;
  const tokens = relayedTokens(pair);
  return {
    e2eMs: timing.endMs - timing.sendMs - (lastMs - receivedMs),
    ...(tokenMs !== undefined &&
      firstMs !== undefined && { ttftMs: tokenMs - timing.sendMs - (firstMs - receivedMs) }),
    ...(sharesClock && { forwardMs: receivedMs - timing.sendMs }),
    ...(tokens && { tokens }),
  };
}

/**
 * Finds each token by its place in the text, so it does not matter whether the gateway merges or splits
 * events. Undefined for a body, and where the caller did not receive the text that was written.
 */
export function relayedTokens({
  exchange: { operation, answer, timing },
  call: {
    answer: { tokens: written, text },
  },
  sharesClock,
}: RelayPair): RelayedTokens | undefined {
  if (answer?.body === undefined || timing.tokensMs === undefined) return undefined;
  if (written.length === 0 || text === undefined) return undefined;
  const { events } = decodeEventStream(answer.body, answer.reads);
  const relayMs: number[] = [];
  const reads = new Set<number>();
  let received = '';
  for (const { json, atMs, read } of events) {
    const delta = contentDelta(operation, json);
    if (delta === '') continue;
    received += delta;
    reads.add(read);
    for (let next = written[relayMs.length]; next !== undefined; next = written[relayMs.length]) {
      if (next.characters > received.length) break;
      relayMs.push(timing.sendMs + atMs - next.atMs);
    }
  }
  if (received !== text) return undefined;
  return { count: relayMs.length, reads: reads.size, ...(sharesClock && { relayMs }) };
}
