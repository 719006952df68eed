import type { Alteration } from '../hooks.ts';

export const respUsageTotalOff: Alteration = {
  id: 'resp-usage-total-off',
  summary: 'total_tokens of a response is one too many.',
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
