import { isJsonObject, member, textIn } from '../../answers/json.ts';
import { narrow } from '../../answers/narrow.ts';
import { replyId, replyUsage, responseBody } from '../../answers/reply.ts';
import { requestedModel } from '../../answers/sent-body.ts';
import { bareHost } from '../../exchange/access.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { TraceContext } from '../../exchange/trace-context.ts';

/** A client span in the JSON of OTLP (opentelemetry-proto, trace/v1/trace.proto). */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly kind: typeof CLIENT;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: typeof ERROR };
}

export interface Attribute {
  readonly key: string;
  readonly value: Value;
}

type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly doubleValue: number }
  /** 64 bits, which JSON carries as text. */
  | { readonly intValue: string };

const CLIENT = 3;
const ERROR = 2;
/** A gateway may return names of any length. */
const CHARACTERS = 256;

/** The values that the conventions for generative AI know, as in engine/genai; others keep their name. */
const GENERATIVE: Readonly<Record<string, string>> = {
  chat: 'chat',
  responses: 'chat',
  images: 'generate_content',
  'video-create': 'generate_content',
};

/**
 * The span of one request, with neither bodies nor keys.
 * @param originUnixMs the wall clock at the origin of its times
 */
export function spanOf(exchange: Exchange, trace: TraceContext, originUnixMs: number): Span {
  const { operation, request, timing, answer } = exchange;
  const name = GENERATIVE[operation] ?? operation;
  const model = requestedModel(request);
  const url = URL.parse(request.url);
  const error = errorOf(exchange);
  const values: Readonly<Record<string, Value | undefined>> = {
    'gen_ai.operation.name': text(name),
    'gen_ai.provider.name': text('openai'),
    'gen_ai.request.model': text(model),
    ...answered(exchange),
    'http.request.method': text(request.method),
    'http.response.status_code': integer(answer?.status),
    'server.address': text(bareHost(url?.hostname ?? '')),
    'server.port': integer(Number(url?.port) || (url?.protocol === 'https:' ? 443 : 80)),
    'error.type': text(error),
    'assay.operation': text(operation),
    'assay.sender': text(exchange.sender),
    'assay.request': integer(exchange.id),
  };
  return {
    traceId: trace.traceId,
    spanId: trace.spanId,
    name: cut(model === undefined ? name : `${name} ${model}`),
    kind: CLIENT,
    startTimeUnixNano: nanoseconds(originUnixMs + timing.sendMs),
    endTimeUnixNano: nanoseconds(originUnixMs + timing.endMs),
    attributes: attributesOf(values),
    status: error === undefined ? {} : { code: ERROR },
  };
}

export function attributesOf(values: Readonly<Record<string, Value | undefined>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value }],
  );
}

/** A class of the error, as `error.type` wants it; undefined for a success. */
function errorOf({ outcome, answer, reportsError }: Exchange): string | undefined {
  if (outcome !== 'answered' && outcome !== 'aborted') return outcome;
  if (answer !== undefined && answer.status >= 400) return String(answer.status);
  return reportsError ? 'reported-error' : undefined;
}

/** What a chat or a response says of itself. */
function answered(exchange: Exchange): Readonly<Record<string, Value | undefined>> {
  if (exchange.operation !== 'chat' && exchange.operation !== 'responses') return {};
  const reply = narrow('reply', exchange);
  if (reply === undefined) return {};
  const usage = replyUsage(reply);
  const count = (...names: readonly string[]) =>
    names.map((each) => integer(member(usage, each))).find((each) => each !== undefined);
  const isStream = reply.form === 'stream';
  const firstMs = exchange.answer?.reads[0]?.atMs;
  return {
    'gen_ai.request.stream': isStream ? { boolValue: true } : undefined,
    'gen_ai.response.id': text(replyId(reply)),
    'gen_ai.response.model': text(modelOf(reply)),
    'gen_ai.response.time_to_first_chunk':
      isStream && firstMs !== undefined ? { doubleValue: firstMs / 1000 } : undefined,
    'gen_ai.usage.input_tokens': count('prompt_tokens', 'input_tokens'),
    'gen_ai.usage.output_tokens': count('completion_tokens', 'output_tokens'),
  };
}

function modelOf(reply: Parameters<typeof responseBody>[0]): string | undefined {
  const isChatStream = reply.form === 'stream' && reply.exchange.operation === 'chat';
  const json = isChatStream ? reply.events[0]?.json : responseBody(reply);
  return isJsonObject(json) ? textIn(json, 'model') : undefined;
}

function text(value: string | undefined): Value | undefined {
  return value === undefined || value === '' ? undefined : { stringValue: cut(value) };
}

function integer(value: unknown): Value | undefined {
  return Number.isSafeInteger(value) ? { intValue: String(value) } : undefined;
}

function cut(value: string): string {
  return value.slice(0, CHARACTERS).toWellFormed();
}

/** To the microsecond, which is as exact as a number is here. */
function nanoseconds(unixMs: number): string {
  return `${Math.round(unixMs * 1000)}000`;
}
