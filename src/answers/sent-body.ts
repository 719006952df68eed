import { type ModelsByOperation, modelFor } from '../contract/models-by-operation.ts';
import { TRANSCRIPT_FIELDS } from '../contract/transcription.ts';
import type { Exchange, ExchangeRequest } from '../exchange/exchange.ts';
import { isJsonObject, type JsonObject, member, objectsIn, parseJson, textIn } from './json.ts';
import { memoizeLast, OF_A_GROUP } from './memo-last.ts';

/** The JSON body of a request as it was sent, read back from the recording. */
export interface SentBody {
  readonly model: string | undefined;
  /** The last user message of a chat, or the input of a response. */
  readonly prompt: string | undefined;
  /** Only in a request for a response. */
  readonly instructions: string | undefined;
  readonly body: JsonObject;
}

/** The JSON body that was sent; undefined when there was none, or only its start is kept. */
export function sentJson(exchange: Exchange): unknown {
  return read(exchange).json;
}

/** Undefined when the body is not a JSON object, or only its start is kept. */
export function sentBodyOf(exchange: Exchange): SentBody | undefined {
  return read(exchange).sent;
}

/**
 * The text of the JSON object that was sent: it can be read even when the object is nested too deep
 * for JSON.stringify. Empty when there was none, or only its start is kept.
 */
export function sentText(exchange: Exchange): string {
  const { body } = exchange.request;
  return body.kind === 'text' && sentBodyOf(exchange) !== undefined ? body.text : '';
}

/** Whether the request turned the stream switch on; undefined when its body cannot be read. */
export function requestsStream(exchange: Exchange, streamField: string): boolean | undefined {
  const sent = sentBodyOf(exchange);
  return sent && member(sent.body, streamField) === true;
}

/** Whether the request went to the model of this purpose; false where its operation has none. */
export function requestsModel(exchange: Exchange, models: ModelsByOperation): boolean {
  const model = modelFor(models, exchange.operation);
  return model !== null && sentBodyOf(exchange)?.model === model;
}

const read = memoizeLast((exchange: Exchange) => {
  const json = parseBody(exchange);
  return { json, sent: isJsonObject(json) ? toSentBody(json) : undefined };
}, OF_A_GROUP);

function parseBody({ request: { body } }: Exchange): unknown {
  if (body.kind !== 'text' || Buffer.byteLength(body.text) !== body.sizeBytes) return undefined;
  return parseJson(body.text);
}

function toSentBody(body: JsonObject): SentBody {
  const lastTurn = objectsIn(body.messages).findLast(({ role }) => role === 'user');
  return {
    model: textIn(body, 'model'),
    prompt: lastTurn === undefined ? textIn(body, 'input') : textIn(lastTurn, 'content'),
    instructions: textIn(body, 'instructions'),
    body,
  };
}

/** The model that a request names; undefined when it names none. */
export function requestedModel({ body }: Pick<ExchangeRequest, 'body'>): string | undefined {
  if (body.kind === 'multipart') return body.fields.find(([name]) => name === 'model')?.[1];
  return body.kind === 'none' ? undefined : textIn(parseJson(body.text), 'model');
}

/** The values of a field of the form that was sent, in order; none where the request has no form. */
export function sentFields({ request: { body } }: Exchange, name: string): readonly string[] {
  if (body.kind !== 'multipart') return [];
  return body.fields.flatMap(([each, value]) => (each === name ? [value] : []));
}

/** The format in which a transcript is wanted, such as `srt`. */
export function transcriptFormat(exchange: Exchange): string {
  return sentFields(exchange, TRANSCRIPT_FIELDS.format)[0] || 'json';
}

/** Whether that is one without JSON around its text. */
export function isPlainFormat(format: string): format is 'text' | 'srt' | 'vtt' {
  return format === 'text' || format === 'srt' || format === 'vtt';
}
