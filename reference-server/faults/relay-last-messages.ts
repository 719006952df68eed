import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

const MOST_MESSAGES = 20;

export const relayLastMessages: Alteration = {
  id: 'relay-last-messages',
  summary: 'The provider gets the last 20 messages of a longer chat.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const body = parseObject(providerBody(...request));
      const { messages } = body;
      return toBytes(
        Array.isArray(messages) ? { ...body, messages: messages.slice(-MOST_MESSAGES) } : body,
      );
    },
  }),
};
