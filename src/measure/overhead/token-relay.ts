import { contentDelta } from '../../contract/content-delta.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { decodeEventStream } from '../../exchange/sse.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';

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
