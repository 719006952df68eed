import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

const REPEATED = 3;

export const rstSeqRepeat: Alteration = {
  id: 'rst-seq-repeat',
  summary: 'Two events of a responses stream have the same sequence_number.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data, _event, index) =>
        index === REPEATED ? { ...data, sequence_number: index - 1 } : data,
      ),
  }),
};
