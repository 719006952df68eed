import { chatStreamText } from './chat-chunks.ts';
import { isJsonObject, type JsonObject, member, objectsIn } from './json.ts';
import type { Answer, Stream } from './narrow.ts';
import { responseStreamText } from './response-events.ts';

/** The text that a chat or a response answered, in either form; undefined when it shows none. */
export function replyText(reply: Answer | Stream): string | undefined {
  const chat = reply.exchange.operation === 'chat';
  if (reply.form === 'stream') return chat ? chatStreamText(reply) : responseStreamText(reply);
  return chat ? chatText(reply.json) : responseText(reply.json);
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
