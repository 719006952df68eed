import type { Alteration } from '../hooks.ts';
import { editMessages } from '../relay/edit-answer.ts';

export const relayTrimAnswer: Alteration = {
  id: 'relay-trim-answer',
  summary: 'White space around the text of a chat of the provider is lost.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (body, ...rest) =>
      editMessages(relayBody(body, ...rest), (message) => {
        const { content } = message;
        return typeof content === 'string' ? { ...message, content: content.trim() } : message;
      }),
  }),
};
