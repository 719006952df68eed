import type { Alteration } from '../hooks.ts';

export const respUsageTotalOff: Alteration = {
  id: 'resp-usage-total-off',
  summary: 'The total_tokens of a response is too high by one.',
  hooks: ({ presentResponse }) => ({
    presentResponse(completion) {
      const [input, output] = [completion.inputTokens, completion.tokens.length];
      const usage = {
        input_tokens: input,
        output_tokens: output,
        total_tokens: input + output + 1,
      };
      return { ...presentResponse(completion), usage };
    },
  }),
};
