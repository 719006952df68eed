import type { Answer, Stream } from './evidence.ts';
import { isJsonObject, type JsonObject } from './json-members.ts';
import { completedResponse } from './response-events.ts';

/** The response of a reply: its body, or what `response.completed` carries; undefined without one. */
export function responseBody(reply: Answer | Stream): JsonObject | undefined {
  if (reply.form === 'stream') return completedResponse(reply);
  return isJsonObject(reply.json) ? reply.json : undefined;
}
