import type { Alteration } from '../hooks.ts';
import { editMessages } from '../relay/edit-answer.ts';

const MOST_CHARACTERS = 65_536;

export const relayCutAnswer: Alteration = {
  id: 'relay-cut-answer',
  summary: 'The text of a chat in one body is cut to its first 65 536 characters.',
  needsUpstream: true,
  hooks: ({ relayBody }) => ({
    relayBody: (...answer) =>
      editMessages(relayBody(...answer), (message) =>
        typeof message.content === 'string'
          ? { ...message, content: message.content.slice(0, MOST_CHARACTERS) }
          : message,
      ),
  }),
};
