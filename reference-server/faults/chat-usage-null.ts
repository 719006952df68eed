import type { Alteration } from '../hooks.ts';

export const chatUsageNull: Alteration = {
  id: 'chat-usage-null',
  summary: 'The token counts of a chat completion are null.',
  hooks: ({ presentChat }) => ({
    presentChat(completion) {
      const usage = { prompt_tokens: null, completion_tokens: null, total_tokens: null };
      return { ...presentChat(completion), usage };
    },
  }),
};
