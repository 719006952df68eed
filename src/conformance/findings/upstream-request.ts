import {
  isJsonObject,
  type JsonObject,
  objectsIn,
  parseJsonBytes,
  textOf,
} from '../../answers/json.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { Relay } from '../evidence.ts';
import { need } from '../rule.ts';
import { needCalls } from './upstream-calls.ts';

/** What a caller sent as JSON or as a form, and what the gateway made of it for its provider. */
export interface BothRequests {
  readonly exchange: Exchange;
  readonly sent: JsonObject;
  readonly call: UpstreamExchange;
  readonly upstream: JsonObject;
}

/** The members, or the fields, of a request at both ends: upstream those of the last attempt. */
export function needBothRequests(relay: Relay): BothRequests {
  const [exchange] = relay.exchanges;
  const sent = exchange && sentMembers(exchange);
  need(exchange && sent, 'a request body that is kept whole');
  const call = needCalls(relay).at(-1);
  const upstream = call && upstreamMembers(call);
  need(call && upstream, 'an upstream request in JSON, or a form, that is kept whole');
  return { exchange, sent, call, upstream };
}

function sentMembers(exchange: Exchange): JsonObject | undefined {
  const { body } = exchange.request;
  return body.kind === 'multipart' ? Object.fromEntries(body.fields) : sentBodyOf(exchange)?.body;
}

function upstreamMembers({ request }: UpstreamExchange): JsonObject | undefined {
  if (request.fields.length > 0) return Object.fromEntries(request.fields);
  const json = parseJsonBytes(request.body);
  return isJsonObject(json) ? json : undefined;
}

/** The texts of a request, in order: a chat's messages without results, instructions and input, or a prompt. */
export function promptTexts(body: JsonObject): readonly string[] {
  const single = [body.instructions, body.prompt].filter((text) => typeof text === 'string');
  const turns = turnsOf(body).filter(({ role }) => role !== 'tool');
  return [...single, ...turns.map(({ content }) => contentText(content))];
}

/** The messages of a chat, or the items of a response. */
export function turnsOf({ messages, input }: JsonObject): readonly JsonObject[] {
  if (Array.isArray(messages)) return objectsIn(messages);
  return typeof input === 'string' ? [{ content: input }] : objectsIn(input);
}

/** A content is a text, or parts, some of which have one. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsIn(content)
    .map(({ text }) => textOf(text))
    .join('');
}
