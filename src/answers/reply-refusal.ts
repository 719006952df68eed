import { chatChunks } from './chat-chunks.ts';
import { member, objectsIn } from './json.ts';
import type { Answer, Stream } from './narrow.ts';
import { responseEvents } from './response-events.ts';

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
