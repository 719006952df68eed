import type { Alteration } from '../hooks.ts';

export const chatUsageTotalOff: Alteration = {
  id: 'chat-usage-total-off',
  summary: 'The total_tokens of a chat completion is too high by one.',
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
