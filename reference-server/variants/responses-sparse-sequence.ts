import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

const FIRST = 1;
const STEP = 10;

export const responsesSparseSequence: Alteration = {
  id: 'responses-sparse-sequence',
  summary: 'The sequence numbers of a responses stream begin at 1 and increase by 10.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data, _event, index) => ({
        ...data,
        sequence_number: FIRST + index * STEP,
      })),
  }),
};
