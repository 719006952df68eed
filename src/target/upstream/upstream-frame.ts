import { z } from 'zod';
import { isOperation } from '../../contract/operations.ts';
import {
  COUNT,
  checked,
  type Frame,
  inMs,
  MalformedFrame,
  NS,
  parseHeader,
} from '../../exchange/frames.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import { defined } from '../../input/defined.ts';

/** The version of the frames (`docs/contributing/upstream.md`). */
const UPSTREAM_VERSION = 1;

const HEADERS = z.array(z.tuple([z.string(), z.string()]));
/** Numbers and moments in turn: a number, when, the next number, when. */
const PAIRS = z
  .array(z.number())
  .refine(({ length }) => length % 2 === 0, 'are not pairs')
  .transform((flat) =>
    Array.from({ length: flat.length / 2 }, (_, index) => ({
      count: flat[2 * index] ?? 0,
      atMs: (flat[2 * index + 1] ?? 0) / 1e6,
    })),
  );

const HelloSchema = z
  .object({
    version: z.literal(UPSTREAM_VERSION),
    pid: z.int(),
    /** `HOST:PORT`. */
    address: z.string(),
    /** That of a second listener, which is another origin. */
    otherAddress: z.string(),
    originUnixNs: NS,
    /** Linux only. */
    originMonotonicNs: NS.optional(),
  })
  .transform(inMs);

const BegunSchema = z.object({ id: z.int(), nonces: z.array(z.string()), operation: z.string() });
const ScriptedSchema = z.object({ id: z.int(), problem: z.string().optional() });
const DroppedSchema = z.object({ exchanges: COUNT });

/** The operation of a connection that was closed before its request was read. */
const UNREAD = 'unread';
const UnreadSchema = z.object({ operation: z.literal(UNREAD), connection: z.int() });

const EndSchema = z.object({ exchanges: COUNT, dropped: COUNT });

const FileSchema = z
  .object({
    field: z.string(),
    filename: z.string().optional(),
    type: z.string().optional(),
    sizeBytes: COUNT,
    sha256: z.string(),
  })
  .transform((file) => defined(file));

const ExchangeSchema = z.object({
  id: z.int(),
  nonces: z.array(z.string()),
  attempt: z.int(),
  connection: z.int(),
  nthOnConnection: z.int(),
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  requestHeaders: HEADERS,
  receivedNs: NS,
  requestEndNs: NS,
  requestBytes: COUNT,
  requestSha256: z.string(),
  requestKeptBytes: COUNT,
  requestComplete: z.boolean(),
  form: z
    .object({
      fields: z.array(z.tuple([z.string(), z.string()])).default([]),
      files: z.array(FileSchema).default([]),
    })
    .optional(),
  status: z.int().optional(),
  headers: HEADERS.default([]),
  writes: PAIRS.default([]),
  tokens: PAIRS.default([]),
  text: z.string().optional(),
  usage: z.unknown().optional(),
  finishReason: z.string().optional(),
  toolCalls: z.unknown().optional(),
  refusal: z.string().optional(),
  contentSha256: z.array(z.string()).default([]),
  /** Absent, as all of the answer, when no head was written. */
  sizeBytes: COUNT.default(0),
  endNs: NS,
  disconnectedNs: NS.optional(),
  outcome: z.enum(['complete', 'disconnected', 'failed', 'stopped']),
  script: z.string().optional(),
  failure: z.string().optional(),
});

/** The process of the upstream, its address, and both clocks at the origin of its times. */
export type UpstreamHello = z.infer<typeof HelloSchema>;

/** A request whose body, or whose head, has arrived. */
export type UpstreamBegin = z.infer<typeof BegunSchema>;

/** A frame from the upstream, decoded and checked. Times are since the origin of the upstream. */
export type UpstreamFrame =
  | { readonly type: 'hello'; readonly hello: UpstreamHello }
  | { readonly type: 'begun'; readonly begun: UpstreamBegin }
  | { readonly type: 'exchange'; readonly exchange: UpstreamExchange }
  /** A connection that the upstream closed at the first byte of a request, which it did not read. */
  | { readonly type: 'unread'; readonly connection: number }
  /** `problem` says why a script was refused. */
  | { readonly type: 'scripted'; readonly id: number; readonly problem?: string | undefined }
  /** Lost since the last such frame. */
  | { readonly type: 'dropped'; readonly exchanges: number }
  | { readonly type: 'end' };

/** Frames to the upstream. */
export const TO_UPSTREAM = { keys: 160, script: 161, stop: 162 } as const;

/**
 * @param frame its bytes are copied
 * @throws MalformedFrame
 */
export function decodeUpstreamFrame(frame: Frame): UpstreamFrame {
  const { type, body } = frame;
  const json = parseHeader(frame);
  switch (type) {
    case 32:
      return { type: 'hello', hello: checked('upstream-hello', HelloSchema, json) };
    case 33: {
      const unread = UnreadSchema.safeParse(json);
      if (unread.success) return { type: 'unread', connection: unread.data.connection };
      return { type: 'exchange', exchange: exchangeOf(json, Uint8Array.from(body)) };
    }
    case 34:
      return { type: 'scripted', ...checked('scripted', ScriptedSchema, json) };
    case 35:
      return { type: 'begun', begun: checked('upstream-begun', BegunSchema, json) };
    case 36:
      return { type: 'dropped', ...checked('dropped', DroppedSchema, json) };
    case 37:
      checked('upstream-end', EndSchema, json);
      return { type: 'end' };
    default:
      throw new MalformedFrame(`type ${type}`);
  }
}

function exchangeOf(json: unknown, kept: Uint8Array): UpstreamExchange {
  const facts = checked('upstream-exchange', ExchangeSchema, json);
  const { requestKeptBytes, operation } = facts;
  if (requestKeptBytes > kept.length) {
    throw new MalformedFrame(`${requestKeptBytes} bytes of a request in a body of ${kept.length}`);
  }
  return defined({
    id: facts.id,
    nonces: facts.nonces,
    attempt: facts.attempt,
    connection: facts.connection,
    nthOnConnection: facts.nthOnConnection,
    operation: isOperation(operation) ? operation : ('other' as const),
    request: {
      method: facts.method,
      path: facts.path,
      headers: facts.requestHeaders,
      receivedMs: facts.receivedNs,
      endMs: facts.requestEndNs,
      body: kept.subarray(0, requestKeptBytes),
      sizeBytes: facts.requestBytes,
      sha256: facts.requestSha256,
      isComplete: facts.requestComplete,
      fields: facts.form?.fields ?? [],
      files: facts.form?.files ?? [],
    },
    answer: defined({
      status: facts.status,
      headers: facts.headers,
      body: kept.subarray(requestKeptBytes),
      sizeBytes: facts.sizeBytes,
      writes: facts.writes.map(({ count, atMs }) => ({ endOffset: count, atMs })),
      tokens: facts.tokens.map(({ count, atMs }) => ({ characters: count, atMs })),
      text: facts.text,
      usage: facts.usage,
      finishReason: facts.finishReason,
      toolCalls: facts.toolCalls,
      refusal: facts.refusal,
      contentSha256: facts.contentSha256,
    }),
    endMs: facts.endNs,
    disconnectedMs: facts.disconnectedNs,
    outcome: facts.outcome,
    script: facts.script,
    failure: facts.failure,
  });
}
