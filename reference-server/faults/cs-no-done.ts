import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';

export const csNoDone: Alteration = {
  id: 'cs-no-done',
  summary: 'A chat stream ends without [DONE].',
  hooks: ({ planChat }) => ({
    planChat: (completion) => planChat(completion).filter(({ data }) => data !== DONE),
  }),
};
