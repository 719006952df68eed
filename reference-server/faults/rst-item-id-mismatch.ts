import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const rstItemIdMismatch: Alteration = {
  id: 'rst-item-id-mismatch',
  summary: 'Deltas name another item than the one that was announced.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data, { name }) =>
        name === 'response.output_text.delta' ? { ...data, item_id: 'msg_other' } : data,
      ),
  }),
};
