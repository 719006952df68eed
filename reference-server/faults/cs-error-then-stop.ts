import type { Alteration } from '../hooks.ts';

export const csErrorThenStop: Alteration = {
  id: 'cs-error-then-stop',
  summary: 'A failed chat stream ends as if it had finished.',
  hooks: ({ planChat }) => ({
    planChat: (completion) => planChat({ ...completion, fails: false }),
  }),
};
