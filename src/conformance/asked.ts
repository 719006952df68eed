import type { Exchange } from '../exchange/exchange.ts';
import type { Expectations } from './expectations.ts';
import { isJsonObject, type JsonObject, member, objectsIn } from './json-members.ts';

/** What a request for text asked for, read back from its recorded body. */
export interface Asked {
  readonly model: string | undefined;
  /** The last user message of a chat, or the input of a response. */
  readonly prompt: string | undefined;
  /** Only of a response. */
  readonly instructions: string | undefined;
  readonly body: JsonObject;
}

const READ = new WeakMap<Exchange, { readonly asked: Asked | undefined }>();

/** Undefined when the body is not a JSON object, or was too long to be kept whole. */
export function askedBy(exchange: Exchange): Asked | undefined {
  let read = READ.get(exchange);
  if (read === undefined) {
    read = { asked: readAsked(exchange) };
    READ.set(exchange, read);
  }
  return read.asked;
}

/** Whether the request turned the stream switch on; undefined when its body cannot be read. */
export function asksForStream(exchange: Exchange, expect: Expectations): boolean | undefined {
  const asked = askedBy(exchange);
  return asked && member(asked.body, expect.streamField) === true;
}

/** Whether the request went to the model that answers with what it was asked. */
export function asksEcho(exchange: Exchange, { echoModel }: Expectations): boolean {
  return echoModel !== null && askedBy(exchange)?.model === echoModel;
}

function readAsked({ request }: Exchange): Asked | undefined {
  if (request.body.kind !== 'text') return undefined;
  const body = parseJson(request.body.text);
  if (!isJsonObject(body)) return undefined;
  const lastTurn = objectsIn(body.messages).findLast(({ role }) => role === 'user');
  return {
    model: text(body.model),
    prompt: text(lastTurn === undefined ? body.input : lastTurn.content),
    instructions: text(body.instructions),
    body,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
