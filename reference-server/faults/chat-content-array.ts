import type { Alteration } from '../hooks.ts';
import { finishReason } from '../models/chat.ts';

export const chatContentArray: Alteration = {
  id: 'chat-content-array',
  summary: 'The content of a message is an array of parts.',
  hooks: ({ presentChat }) => ({
    presentChat(completion) {
      const content = [{ type: 'text', text: completion.tokens.join('') }];
      const message = { role: 'assistant', content };
      const choice = { index: 0, message, finish_reason: finishReason(completion) };
      return { ...presentChat(completion), choices: [choice] };
    },
  }),
};
