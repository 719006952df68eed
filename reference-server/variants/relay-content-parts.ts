import type { Alteration } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { editContent, editMessages, toBytes } from '../relay/edit-request.ts';

export const relayContentParts: Alteration = {
  id: 'relay-content-parts',
  summary: 'The provider gets the text of each message as an array of one part.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody: (...request) =>
      toBytes(
        editMessages(parseObject(providerBody(...request)), (message) =>
          editContent(message, (text) => [{ type: 'text', text }]),
        ),
      ),
  }),
};
