import type { JsonObject } from '../http/json.ts';
import { drawPng } from '../models/png.ts';
import type { HostileRequest } from './behaviour.ts';
import { answerEvents, answerJson } from './writing.ts';

/** What a hostile answer says instead of the correct members. */
export interface ChatMembers {
  readonly id?: string;
  readonly model?: string;
  readonly role?: string;
  readonly content?: string;
  readonly finishReason?: string;
}

const CREATED = Math.floor(Date.now() / 1000);
let answers = 0;

function newId(prefix: string): string {
  answers += 1;
  return `${prefix}-${answers}`;
}

/** A chat completion without a defect. */
export function completion(members: ChatMembers = {}): JsonObject {
  const { id = newId('chatcmpl'), model = 'hostile', content = 'Hello.' } = members;
  const message = { role: members.role ?? 'assistant', content };
  return {
    id,
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [{ index: 0, message, finish_reason: members.finishReason ?? 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  };
}

/** A completion without a defect, in JSON. */
export const BODY = JSON.stringify(completion());

export const DONE_EVENT = 'data: [DONE]\n\n';

/** An event with this data. */
export function event(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** One chunk of a chat stream. */
export function chatChunk(id: string, delta: JsonObject, finish: string | null = null): JsonObject {
  return {
    id,
    object: 'chat.completion.chunk',
    created: CREATED,
    model: 'hostile',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

/** The events of a chat stream without a defect, [DONE] excluded. */
export function chatEvents(contents: readonly string[] = ['Hel', 'lo.']): readonly string[] {
  const id = newId('chatcmpl');
  return [
    event(chatChunk(id, { role: 'assistant', content: '' })),
    ...contents.map((content) => event(chatChunk(id, { content }))),
    event(chatChunk(id, {}, 'stop')),
  ];
}

/** The answer of images: each entry of `data` as given. */
export function images(data: readonly JsonObject[]): JsonObject {
  return { created: CREATED, data, usage: { total_tokens: 1 } };
}

export function base64Image(bytes: Buffer = drawPng({ width: 8, height: 8 })): JsonObject {
  return { b64_json: bytes.toString('base64'), mime_type: 'image/png' };
}

/** A video job. */
export function job(id: string, members: JsonObject = {}): JsonObject {
  const base = { id, object: 'video', status: 'queued', progress: 0, created_at: CREATED };
  return { ...base, model: 'hostile', ...members };
}

/** The wrapper of an error. */
export function failure(message: string, members: JsonObject = {}): JsonObject {
  const base = { message, type: 'server_error', param: null, code: 'hostile' };
  return { error: { ...base, ...members } };
}

/** Answers a chat correctly, as a stream if the request asks for one. */
export function answerChat({ socket, streams }: HostileRequest, members?: ChatMembers): void {
  if (streams) answerEvents(socket, [...chatEvents(), DONE_EVENT]);
  else answerJson(socket, completion(members));
}
