import type { Alteration } from '../hooks.ts';

export const chatContentArray: Alteration = {
  id: 'chat-content-array',
  summary: 'message.content is an array of parts.',
  hooks: ({ presentChat }) => ({
    presentChat(completion) {
      const content = [{ type: 'text', text: completion.tokens.join('') }];
      const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
      return { ...presentChat(completion), choices: [choice] };
    },
  }),
};
