import type { Body } from '../http/fields.ts';
import { isObject } from '../http/json.ts';

/** The body of a call with other members. */
export function toBytes(body: Body): Buffer {
  return Buffer.from(JSON.stringify(body));
}

/** The same request with other texts in its messages, its input and its prompt. */
export function editTexts(body: Body, edit: (text: string) => string): Body {
  const { messages, input, prompt } = body;
  return {
    ...body,
    ...(Array.isArray(messages) && { messages: messages.map((each) => editMessage(each, edit)) }),
    ...(typeof input === 'string' && { input: edit(input) }),
    ...(typeof prompt === 'string' && { prompt: edit(prompt) }),
  };
}

function editMessage(message: unknown, edit: (text: string) => string): unknown {
  if (!isObject(message) || typeof message.content !== 'string') return message;
  return { ...message, content: edit(message.content) };
}
