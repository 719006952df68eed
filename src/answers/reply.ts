import { chatChunks, chatStreamText } from './chat-chunks.ts';
import { isJsonObject, type JsonObject, member, objectsIn } from './json.ts';
import type { Answer, Stream } from './narrow.ts';
import { completedResponse, responseEvents, responseStreamText } from './response-events.ts';

/** The text of a chat completion or a response, in either form; undefined without one. */
export function replyText(reply: Answer | Stream): string | undefined {
  const chat = reply.exchange.operation === 'chat';
  if (reply.form === 'stream') return chat ? chatStreamText(reply) : responseStreamText(reply);
  return chat ? chatText(reply.json) : responseText(reply.json);
}

/** The same, also of a transcription. */
export function givenText(reply: Answer | Stream): string | undefined {
  if (reply.form === 'stream' || reply.exchange.operation !== 'transcription') {
    return replyText(reply);
  }
  const text = member(reply.json, 'text');
  return typeof text === 'string' ? text : undefined;
}

/** The joined texts of all `output_text` parts; undefined without any output. */
export function outputText(response: JsonObject): string | undefined {
  if (!Array.isArray(response.output)) return undefined;
  return objectsIn(response.output)
    .flatMap(({ content }) => objectsIn(content))
    .filter(({ type }) => type === 'output_text')
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function chatText(body: unknown): string | undefined {
  const [first] = objectsIn(member(body, 'choices'));
  const content = member(first?.message, 'content');
  return typeof content === 'string' ? content : undefined;
}

function responseText(body: unknown): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const aggregate = body.output_text;
  return outputText(body) ?? (typeof aggregate === 'string' ? aggregate : undefined);
}

/** The id of a chat completion or response, in either form; undefined without one. */
export function replyId(reply: Answer | Stream): string | undefined {
  if (reply.form === 'body') return named(member(reply.json, 'id'));
  const idOf = reply.exchange.operation === 'chat' ? chunkId : responseId;
  // The first event mostly has the id, so that the others need not be parsed.
  for (const { json } of reply.events) {
    const id = named(idOf(json));
    if (id !== undefined) return id;
  }
  return undefined;
}

function chunkId(chunk: unknown): unknown {
  return member(chunk, 'id');
}

function responseId(event: unknown): unknown {
  return typeof member(event, 'type') === 'string'
    ? member(member(event, 'response'), 'id')
    : undefined;
}

function named(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
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

/** The joined refusal of the model in a chat completion or a response; '' without one. */
export function replyRefusal(reply: Answer | Stream): string {
  const isChat = reply.exchange.operation === 'chat';
  if (reply.form === 'stream') return isChat ? streamedByChat(reply) : streamedByResponse(reply);
  if (isChat) {
    const [choice] = objectsIn(member(reply.json, 'choices'));
    return textOf(member(choice?.message, 'refusal'));
  }
  return objectsIn(member(reply.json, 'output'))
    .flatMap(({ content }) => objectsIn(content))
    .map(({ refusal }) => textOf(refusal))
    .join('');
}

function streamedByChat(stream: Stream): string {
  return chatChunks(stream)
    .flatMap(({ choices }) => choices)
    .filter(({ index }) => index === 0)
    .map(({ delta }) => textOf(delta.refusal))
    .join('');
}

/** The deltas; the whole text where it came at once. */
function streamedByResponse(stream: Stream): string {
  const joined = (name: string, text: string) =>
    responseEvents(stream)
      .filter(({ type }) => type === name)
      .map(({ json }) => textOf(json[text]))
      .join('');
  const deltas = joined('response.refusal.delta', 'delta');
  return deltas === '' ? joined('response.refusal.done', 'refusal') : deltas;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
