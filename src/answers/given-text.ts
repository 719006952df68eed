import { member } from './json.ts';
import type { Answer, Stream } from './narrow.ts';
import { replyText } from './reply.ts';

/** The text of a chat completion, a response or a transcription; undefined without one. */
export function givenText(reply: Answer | Stream): string | undefined {
  if (reply.form === 'stream' || reply.exchange.operation !== 'transcription') {
    return replyText(reply);
  }
  const text = member(reply.json, 'text');
  return typeof text === 'string' ? text : undefined;
}
