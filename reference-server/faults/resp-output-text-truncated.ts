import type { Alteration } from '../hooks.ts';

export const respOutputTextTruncated: Alteration = {
  id: 'resp-output-text-truncated',
  summary: 'The output_text is missing its last character.',
  hooks: ({ presentResponse }) => ({
    presentResponse: (completion) => ({
      ...presentResponse(completion),
      output_text: completion.tokens.join('').slice(0, -1),
    }),
  }),
};
