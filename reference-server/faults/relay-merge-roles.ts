import type { Alteration } from '../hooks.ts';
import { isObject } from '../http/json.ts';
import { toBytes } from '../relay/edit-request.ts';

export const relayMergeRoles: Alteration = {
  id: 'relay-merge-roles',
  summary: 'The messages of a chat reach the provider as one message of the user.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(body, ...rest) {
      const { messages } = body;
      if (!Array.isArray(messages)) return providerBody(body, ...rest);
      const texts = messages.map((message: unknown) => {
        const content = isObject(message) ? message.content : undefined;
        return typeof content === 'string' ? content : JSON.stringify(content);
      });
      return toBytes({ ...body, messages: [{ role: 'user', content: texts.join('\n') }] });
    },
  }),
};
