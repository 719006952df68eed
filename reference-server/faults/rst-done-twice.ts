import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { append } from '../http/edit-events.ts';

export const rstDoneTwice: Alteration = {
  id: 'rst-done-twice',
  summary: 'A responses stream ends with two [DONE].',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) => append(append(planResponse(completion), DONE), DONE),
  }),
};
