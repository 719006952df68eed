import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { append } from '../http/edit-events.ts';

export const responsesDone: Alteration = {
  id: 'responses-done',
  summary: 'A responses stream ends with [DONE], as Open Responses requires.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) => append(planResponse(completion), DONE),
  }),
};
