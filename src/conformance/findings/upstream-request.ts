import { isJsonObject, type JsonObject, objectsIn, parseJsonBytes } from '../../answers/json.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { Relay } from '../evidence.ts';
import { need } from '../rule.ts';
import { needCalls } from './upstream-calls.ts';

/** What a caller sent as JSON, and what the gateway made of it for its provider. */
export interface BothRequests {
  readonly exchange: Exchange;
  readonly sent: JsonObject;
  readonly call: UpstreamExchange;
  readonly upstream: JsonObject;
}

/** The JSON of a request at both ends: upstream that of the last attempt. */
export function needBothRequests(relay: Relay): BothRequests {
  const [exchange] = relay.exchanges;
  const sent = exchange && sentBodyOf(exchange)?.body;
  need(exchange && sent, 'a request body that is kept whole');
  const call = needCalls(relay).at(-1);
  const upstream = parseJsonBytes(call?.request.body);
  need(call && isJsonObject(upstream), 'an upstream request in JSON that is kept whole');
  return { exchange, sent, call, upstream };
}

/** The texts of a request for a text, in order: a chat's messages, or instructions and input. */
export function promptTexts(body: JsonObject): readonly string[] {
  const messages = Array.isArray(body.messages) ? body.messages : itemsOf(body.input);
  const instructions = typeof body.instructions === 'string' ? [body.instructions] : [];
  return [...instructions, ...objectsIn(messages).map(({ content }) => contentText(content))];
}

function itemsOf(input: unknown): unknown {
  return typeof input === 'string' ? [{ content: input }] : input;
}

/** A content is a text, or parts, some of which have one. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsIn(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
