import type { Alteration } from '../hooks.ts';

export const respUsageNull: Alteration = {
  id: 'resp-usage-null',
  summary: 'The token counts of a response are null.',
  hooks: ({ presentResponse }) => ({
    presentResponse(completion) {
      const usage = { input_tokens: null, output_tokens: null, total_tokens: null };
      return { ...presentResponse(completion), usage };
    },
  }),
};
