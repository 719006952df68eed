import type { Alteration } from '../hooks.ts';

export const rstEventNameMismatch: Alteration = {
  id: 'rst-event-name-mismatch',
  summary: 'The event: line of a delta is response.delta.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) =>
      planResponse(completion).map(({ name, data, dueMs, token }) => ({
        name: name === 'response.output_text.delta' ? 'response.delta' : name,
        data,
        dueMs,
        token,
      })),
  }),
};
