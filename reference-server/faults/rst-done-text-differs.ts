import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const rstDoneTextDiffers: Alteration = {
  id: 'rst-done-text-differs',
  summary: 'The event response.output_text.done is missing the last delta.',
  hooks: ({ planResponse }) => ({
    planResponse(completion) {
      const text = completion.tokens.slice(0, -1).join('');
      return editData(planResponse(completion), (data, { name }) =>
        name === 'response.output_text.done' ? { ...data, text } : data,
      );
    },
  }),
};
