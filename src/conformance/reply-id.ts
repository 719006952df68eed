import { chatChunks } from './chat-chunks.ts';
import type { Answer, Stream } from './evidence.ts';
import { member } from './json-members.ts';
import { responseEvents } from './response-events.ts';

/** The id of a chat completion or response, in either form; undefined when it shows none. */
export function replyId(reply: Answer | Stream): string | undefined {
  if (reply.form === 'body') return named(member(reply.json, 'id'));
  const candidates =
    reply.exchange.operation === 'chat'
      ? chatChunks(reply).map(({ json }) => json.id)
      : responseEvents(reply).map(({ json }) => member(json.response, 'id'));
  return named(candidates.find(named));
}

function named(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}
