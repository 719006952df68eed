import { TERMINAL_RESPONSES_EVENTS } from '../contract/stream-events.ts';
import { chatChunks, chatStreamText, firstChoice, firstMessage } from './chat-chunks.ts';
import { isJsonObject, type JsonObject, member, objectsIn, textIn, textOf } from './json.ts';
import type { Answer, Stream } from './narrow.ts';
import {
  completedResponse,
  joinedText,
  responseEvents,
  responseStreamText,
} from './response-events.ts';
import { isPlainFormat, transcriptFormat } from './sent-body.ts';

/** The text of a chat completion or a response, in either form; undefined without one. */
export function replyText(reply: Answer | Stream): string | undefined {
  const chat = reply.exchange.operation === 'chat';
  if (reply.form === 'stream') return chat ? chatStreamText(reply) : responseStreamText(reply);
  return chat ? textIn(firstMessage(reply.json), 'content') : responseText(reply.json);
}

/** The same, also of a transcription: the whole body where its request wants a text without JSON. */
export function givenText(reply: Answer | Stream): string | undefined {
  if (reply.form === 'stream' || reply.exchange.operation !== 'transcription') {
    return replyText(reply);
  }
  const isPlain = isPlainFormat(transcriptFormat(reply.exchange));
  return isPlain ? reply.text : textIn(reply.json, 'text');
}

/** The joined texts of all `output_text` parts; undefined without any output. */
export function outputText(response: JsonObject): string | undefined {
  if (!Array.isArray(response.output)) return undefined;
  return objectsIn(response.output)
    .flatMap(({ content }) => objectsIn(content))
    .filter(({ type }) => type === 'output_text')
    .map(({ text }) => textOf(text))
    .join('');
}

function responseText(body: unknown): string | undefined {
  if (!isJsonObject(body)) return undefined;
  return outputText(body) ?? textIn(body, 'output_text');
}

/** The id of a chat completion or response, in either form; undefined without one. */
export function replyId(reply: Answer | Stream): string | undefined {
  if (reply.form === 'body') return textIn(reply.json, 'id') || undefined;
  const isChat = reply.exchange.operation === 'chat';
  // The first event mostly has the id, so that the others need not be parsed.
  for (const { json } of reply.events) {
    const id = textIn(isChat ? json : responseOf(json), 'id');
    if (id) return id;
  }
  return undefined;
}

function responseOf(event: unknown): unknown {
  return typeof member(event, 'type') === 'string' ? member(event, 'response') : undefined;
}

/**
 * The usage of a chat completion or a response, in either form; undefined without one. That of a chat
 * stream is in its last chunk that has one.
 */
export function replyUsage(reply: Answer | Stream): unknown {
  if (reply.exchange.operation !== 'chat') return responseBody(reply)?.usage;
  if (reply.form === 'body') return member(reply.json, 'usage');
  return chatChunks(reply).findLast(({ json }) => isJsonObject(json.usage))?.json.usage;
}

/** An item of a response, with the place where it stands. */
export interface PlacedItem {
  readonly where: string;
  /** Absent where the item belongs to no event. */
  readonly atMs?: number;
  readonly item: unknown;
}

/** The items of a response, and in a stream those of its events. */
export function outputItems(reply: Answer | Stream): readonly PlacedItem[] {
  const path = reply.form === 'stream' ? 'response.output' : 'output';
  const output = responseBody(reply)?.output;
  const whole = objectsIn(output).map((item, index) => ({ item, where: `${path}[${index}]` }));
  if (reply.form === 'body') return whole;
  const ofEvents = responseEvents(reply)
    .filter(({ type }) => /^response\.output_item\.(added|done)$/.test(type))
    .map(({ event, type, json }) => ({
      item: json.item,
      where: `${type}, item`,
      atMs: event.atMs,
    }));
  return [...ofEvents, ...whole];
}

/** The response object: the body, or what `response.completed` carries; undefined without one. */
export function responseBody(reply: Answer | Stream): JsonObject | undefined {
  if (reply.form === 'stream') return completedResponse(reply);
  return isJsonObject(reply.json) ? reply.json : undefined;
}

/** The response that has ended, in whatever way: the body, or what the last event about it carries. */
export function endedResponse(reply: Answer | Stream): JsonObject | undefined {
  if (reply.form === 'body') return responseBody(reply);
  const last = responseEvents(reply).findLast(({ type }) => TERMINAL_RESPONSES_EVENTS.has(type));
  const response = last?.json.response;
  return isJsonObject(response) ? response : undefined;
}

/** The finish_reason of the first choice of a chat, in either form, of whatever shape. */
export function chatFinish(reply: Answer | Stream): unknown {
  if (reply.form === 'body') return objectsIn(member(reply.json, 'choices'))[0]?.finish_reason;
  return firstChoice(reply).findLast(({ finishReason }) => typeof finishReason === 'string')
    ?.finishReason;
}

/** The joined refusal of the model in a chat completion or a response; '' without one. */
export function replyRefusal(reply: Answer | Stream): string {
  const isChat = reply.exchange.operation === 'chat';
  if (reply.form === 'stream') return isChat ? streamedByChat(reply) : streamedByResponse(reply);
  if (isChat) return textOf(member(firstMessage(reply.json), 'refusal'));
  return objectsIn(member(reply.json, 'output'))
    .flatMap(({ content }) => objectsIn(content))
    .map(({ refusal }) => textOf(refusal))
    .join('');
}

function streamedByChat(stream: Stream): string {
  return firstChoice(stream)
    .map(({ delta }) => textOf(delta.refusal))
    .join('');
}

/** The deltas; the whole text where it came at once. */
function streamedByResponse(stream: Stream): string {
  const deltas = joinedText(stream, 'response.refusal.delta', 'delta');
  return deltas === '' ? joinedText(stream, 'response.refusal.done', 'refusal') : deltas;
}
