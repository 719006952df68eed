import type { Alteration } from '../hooks.ts';
import { editMessages } from '../relay/edit-answer.ts';

export const relayTrimAnswer: Alteration = {
  id: 'relay-trim-answer',
  summary: 'White space around the text of a chat of the provider is lost.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (body, operation) =>
      editMessages(relayBody(body, operation), (message) => {
        const { content } = message;
        return typeof content === 'string' ? { ...message, content: content.trim() } : message;
      }),
  }),
};
