import type { Alteration } from '../hooks.ts';

export const chatUsageTotalOff: Alteration = {
  id: 'chat-usage-total-off',
  summary: 'total_tokens of a chat completion is one too many.',
  hooks: ({ presentChat }) => ({
    presentChat(completion) {
      const [input, output] = [completion.inputTokens, completion.tokens.length];
      const usage = {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output + 1,
      };
      return { ...presentChat(completion), usage };
    },
  }),
};
