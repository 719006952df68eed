import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

export const rstFinalOutputEmpty: Alteration = {
  id: 'rst-final-output-empty',
  summary: 'The event response.completed has an empty output.',
  hooks: ({ planResponse, presentResponse }) => ({
    planResponse(completion) {
      const response = { ...presentResponse(completion), output: [] };
      return editData(planResponse(completion), (data, { name }) =>
        name === 'response.completed' ? { ...data, response } : data,
      );
    },
  }),
};
