import type { Alteration } from '../hooks.ts';
import { isObject, parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayContentParts: Alteration = {
  id: 'relay-content-parts',
  summary: 'The provider gets the text of each message as an array of one part.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const body = parseObject(providerBody(...request));
      const { messages } = body;
      if (!Array.isArray(messages)) return toBytes(body);
      return toBytes({ ...body, messages: messages.map(withParts) });
    },
  }),
};

function withParts(message: unknown): unknown {
  if (!isObject(message) || typeof message.content !== 'string') return message;
  return { ...message, content: [{ type: 'text', text: message.content }] };
}
