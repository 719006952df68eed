import type { Alteration } from '../hooks.ts';

export const chatDropUsage: Alteration = {
  id: 'chat-drop-usage',
  summary: 'A chat completion has no usage.',
  hooks: ({ presentChat }) => ({
    presentChat(completion) {
      const { usage: _, ...body } = presentChat(completion);
      return body;
    },
  }),
};
