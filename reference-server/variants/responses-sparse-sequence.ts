import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

const FIRST = 1;
const STEP = 10;

export const responsesSparseSequence: Alteration = {
  id: 'responses-sparse-sequence',
  summary: 'The sequence numbers of a response stream begin at 1 and go up by tens.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data, _event, index) => ({
        ...data,
        sequence_number: FIRST + index * STEP,
      })),
  }),
};
