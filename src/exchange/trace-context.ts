import { createHash, randomBytes } from 'node:crypto';
import type { Exchange } from './exchange.ts';

/** The place of a request in a trace, as its header `traceparent` says it (W3C Trace Context §3.2). Ids are hex. */
export interface TraceContext {
  readonly traceId: string;
  /** That of the span of the request. */
  readonly spanId: string;
  /** Whether the sender of the request records its span. */
  readonly isSampled: boolean;
}

const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;
const SAMPLED = 1;

/** The header of a request that begins a trace, which its sender records. */
export function newTraceparent(): string {
  return traceparentOf(randomBytes(16));
}

/** The same for a request that these bytes identify. */
export function traceparentOf(identity: string | Uint8Array): string {
  const hex = createHash('sha256').update(identity).digest('hex');
  return `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`;
}

/** Undefined where the request carries no valid `traceparent`. */
export function traceContextOf({
  headers,
}: Pick<Exchange['request'], 'headers'>): TraceContext | undefined {
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'traceparent') ?? [];
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(value) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}
