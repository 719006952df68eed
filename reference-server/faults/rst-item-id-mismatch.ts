import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const rstItemIdMismatch: Alteration = {
  id: 'rst-item-id-mismatch',
  summary: 'Deltas have the id of another item than the announced one.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data, { name }) =>
        name === 'response.output_text.delta' ? { ...data, item_id: 'msg_other' } : data,
      ),
  }),
};
