import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const rstDeltaNoIndex: Alteration = {
  id: 'rst-delta-no-index',
  summary: 'The deltas of a responses stream have no content_index.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      editData(planResponse(completion), (data, { name }) => {
        const { content_index: _, ...others } = data;
        return name === 'response.output_text.delta' ? others : data;
      }),
  }),
};
