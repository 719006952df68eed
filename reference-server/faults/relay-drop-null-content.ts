import type { Alteration } from '../hooks.ts';
import { isObject, parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayDropNullContent: Alteration = {
  id: 'relay-drop-null-content',
  summary: 'A message whose content is null does not reach the provider.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const body = parseObject(providerBody(...request));
      const { messages } = body;
      if (!Array.isArray(messages)) return toBytes(body);
      return toBytes({ ...body, messages: messages.filter(hasContent) });
    },
  }),
};

function hasContent(message: unknown): boolean {
  return isObject(message) && message.content !== null;
}
