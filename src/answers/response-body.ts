import { isJsonObject, type JsonObject } from './json.ts';
import type { Answer, Stream } from './narrow.ts';
import { completedResponse } from './response-events.ts';

/** The response of a reply: its body, or what `response.completed` carries; undefined without one. */
export function responseBody(reply: Answer | Stream): JsonObject | undefined {
  if (reply.form === 'stream') return completedResponse(reply);
  return isJsonObject(reply.json) ? reply.json : undefined;
}
