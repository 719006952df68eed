import { member } from './json.ts';
import type { Answer, Stream } from './narrow.ts';

/** The id of a chat completion or response, in either form; undefined when it shows none. */
export function replyId(reply: Answer | Stream): string | undefined {
  if (reply.form === 'body') return named(member(reply.json, 'id'));
  const idOf = reply.exchange.operation === 'chat' ? chunkId : responseId;
  // One by one: the first event mostly has it, and the others need not be parsed for it.
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
