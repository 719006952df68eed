import type { Alteration } from '../hooks.ts';

export const respOutputTextTruncated: Alteration = {
  id: 'resp-output-text-truncated',
  summary: 'output_text ends before its last character.',
  hooks: ({ presentResponse }) => ({
    presentResponse: (completion) => ({
      ...presentResponse(completion),
      output_text: completion.tokens.join('').slice(0, -1),
    }),
  }),
};
