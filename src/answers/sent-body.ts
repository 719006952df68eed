import { type ModelsByOperation, modelFor } from '../contract/models-by-operation.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isJsonObject, type JsonObject, member, objectsIn } from './json.ts';
import { memoizeLast } from './memo-last.ts';

/** What a request for text asked for, read back from its recorded body. */
export interface Asked {
  readonly model: string | undefined;
  /** The last user message of a chat, or the input of a response. */
  readonly prompt: string | undefined;
  /** Only of a response. */
  readonly instructions: string | undefined;
  readonly body: JsonObject;
}

interface Reading {
  readonly json: unknown;
  readonly asked: Asked | undefined;
}

/** The JSON body that was sent; undefined when there was none, or only its beginning is kept. */
export function askedJson(exchange: Exchange): unknown {
  return read(exchange).json;
}

/** Undefined when the body is no JSON object, or only its beginning is kept. */
export function askedBy(exchange: Exchange): Asked | undefined {
  return read(exchange).asked;
}

/**
 * The JSON object that was sent, as it was sent: one that is nested too deep for JSON.stringify can be
 * read all the same. Empty when there was none, or only its beginning is kept.
 */
export function askedText(exchange: Exchange): string {
  const { body } = exchange.request;
  return body.kind === 'text' && askedBy(exchange) !== undefined ? body.text : '';
}

/** Whether the request turned the stream switch on; undefined when its body cannot be read. */
export function asksForStream(exchange: Exchange, streamField: string): boolean | undefined {
  const asked = askedBy(exchange);
  return asked && member(asked.body, streamField) === true;
}

/** Whether the request went to the model of this purpose; false where its operation has none. */
export function asksModel(exchange: Exchange, models: ModelsByOperation): boolean {
  const model = modelFor(models, exchange.operation);
  return model !== null && askedBy(exchange)?.model === model;
}

const read = memoizeLast((exchange: Exchange): Reading => {
  const json = parseBody(exchange);
  return { json, asked: isJsonObject(json) ? askedIn(json) : undefined };
});

function parseBody({ request: { body } }: Exchange): unknown {
  if (body.kind !== 'text' || Buffer.byteLength(body.text) !== body.sizeBytes) return undefined;
  try {
    return JSON.parse(body.text);
  } catch {
    return undefined;
  }
}

function askedIn(body: JsonObject): Asked {
  const lastTurn = objectsIn(body.messages).findLast(({ role }) => role === 'user');
  return {
    model: textOf(body.model),
    prompt: textOf(lastTurn === undefined ? body.input : lastTurn.content),
    instructions: textOf(body.instructions),
    body,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
