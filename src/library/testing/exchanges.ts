import type { Series } from '../../conformance/evidence.ts';
import type { Operation } from '../../contract/operations.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type {
  Exchange,
  ExchangeAnswer,
  ExchangeRequest,
  Group,
  Outcome,
  Read,
  RequestBody,
} from '../../exchange/exchange.ts';

/** What a row wants to say about an exchange; the rest is as a good answer has it. */
export interface ExchangeFacts {
  /** `chat` unless said otherwise. */
  readonly operation?: Operation | 'other';
  /** The JSON body that was sent. */
  readonly sent?: unknown;
  readonly request?: Partial<ExchangeRequest>;
  /** 200 unless said otherwise. */
  readonly status?: number;
  /** Beside content-type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The content type; '' for none. */
  readonly type?: string;
  readonly outcome?: Outcome;
  /** When no status line came back. */
  readonly unanswered?: true;
  readonly sentAtMs?: number;
  readonly group?: Group;
  readonly attempt?: number;
  /** A gateway that keeps the contract returns 2xx for this request. */
  readonly expected?: 'accepted';
}

let captured = 0;

/** An exchange with one body: text and bytes as they are, anything else as JSON. */
export function answer(body: unknown, facts: ExchangeFacts = {}): Exchange {
  const bytes = bytesOf(body);
  return exchange(bytes, [{ endOffset: bytes.length, atMs: 5 }], 'application/json', facts);
}

/** What arrived in one read: raw text or bytes, with its time when that matters. */
export type Arrival = string | Uint8Array | readonly [content: string | Uint8Array, atMs: number];

/** An event stream that arrived in these reads, 10 ms apart unless they say when. */
export function stream(arrivals: readonly Arrival[], facts: ExchangeFacts = {}): Exchange {
  const pieces = arrivals.map((arrival, index) =>
    typeof arrival === 'string' || arrival instanceof Uint8Array
      ? { bytes: bytesOf(arrival), atMs: 10 * (index + 1) }
      : { bytes: bytesOf(arrival[0]), atMs: arrival[1] },
  );
  let endOffset = 0;
  const reads = pieces.map(({ bytes, atMs }) => {
    endOffset += bytes.length;
    return { endOffset, atMs };
  });
  const body = Buffer.concat(pieces.map(({ bytes }) => bytes));
  const sent = facts.sent ?? { model: 'some-model', stream: true };
  return exchange(body, reads, 'text/event-stream', { ...facts, sent });
}

/** One event as it stands on the wire: text as it is, anything else as JSON. */
export function event(data: unknown, type?: string): string {
  const line = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  return type === undefined ? line : `event: ${type}\n${line}`;
}

/** Exchanges that a rule takes together. */
export function series(exchanges: readonly Exchange[], facts: Partial<Series> = {}): Series {
  return { label: 'a series', ...facts, exchanges };
}

function exchange(
  body: Uint8Array,
  reads: readonly Read[],
  type: string,
  facts: ExchangeFacts,
): Exchange {
  captured += 1;
  const sendMs = facts.sentAtMs ?? 0;
  const endMs = sendMs + (reads.at(-1)?.atMs ?? 0);
  return {
    id: captured,
    operation: facts.operation ?? 'chat',
    sender: 'a test',
    ...(facts.group === undefined ? {} : { group: facts.group }),
    attempt: facts.attempt ?? 1,
    ...(facts.expected && { expected: facts.expected }),
    request: requestOf(facts),
    timing: {
      intendedMs: sendMs,
      sendMs,
      ...(!facts.unanswered && { firstByteMs: sendMs + (reads[0]?.atMs ?? 0) }),
      endMs,
    },
    outcome: facts.outcome ?? 'answered',
    ...(facts.unanswered ? {} : { answer: answerOf(body, reads, type, facts) }),
  };
}

function answerOf(
  body: Uint8Array,
  reads: readonly Read[],
  type: string,
  facts: ExchangeFacts,
): ExchangeAnswer {
  const contentType = facts.type ?? type;
  return {
    status: facts.status ?? 200,
    headers: [
      ...(contentType === '' ? [] : [['content-type', contentType] as const]),
      ...Object.entries(facts.headers ?? {}),
    ],
    body,
    sizeBytes: body.length,
    reads,
  };
}

function requestOf(facts: ExchangeFacts): ExchangeRequest {
  const operation = facts.operation ?? 'chat';
  const { method, path } = operation === 'other' ? UNKNOWN : OPERATIONS[operation];
  return {
    method,
    url: `http://127.0.0.1:8080${path.replace('{id}', 'job-1')}`,
    headers: [['content-type', 'application/json']],
    credential: 'first',
    body: requestBody(facts.sent),
    ...facts.request,
  };
}

const UNKNOWN = { method: 'GET', path: '/no/such/path' };

function requestBody(sent: unknown): RequestBody {
  if (sent === undefined) return { kind: 'none' };
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return { kind: 'text', text, sizeBytes: Buffer.byteLength(text) };
}

function bytesOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}
