import type { Body } from '../http/fields.ts';
import { isObject } from '../http/json.ts';

/** The body of a call with other members. */
export function toBytes(body: Body): Buffer {
  return Buffer.from(JSON.stringify(body));
}

/** The same request with other messages, if it has any. */
export function editMessages(body: Body, edit: (message: Body) => Body): Body {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  return { ...body, messages: messages.map((each) => (isObject(each) ? edit(each) : each)) };
}

/** The same message with another text; one without a text as it is. */
export function editContent(message: Body, edit: (text: string) => unknown): Body {
  if (typeof message.content !== 'string') return message;
  return { ...message, content: edit(message.content) };
}

/** The same request with other texts in its messages, its input and its prompt. */
export function editTexts(body: Body, edit: (text: string) => string): Body {
  const { input, prompt } = body;
  return {
    ...editMessages(body, (message) => editContent(message, edit)),
    ...(typeof input === 'string' && { input: edit(input) }),
    ...(typeof prompt === 'string' && { prompt: edit(prompt) }),
  };
}
