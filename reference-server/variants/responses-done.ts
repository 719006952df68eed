import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { append } from '../http/edit-events.ts';

export const responsesDone: Alteration = {
  id: 'responses-done',
  summary: 'A response stream ends with [DONE], as Open Responses demands.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) => append(planResponse(completion), DONE),
  }),
};
