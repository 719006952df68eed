import type { Alteration } from '../hooks.ts';

export const respStatusInProgress: Alteration = {
  id: 'resp-status-in-progress',
  summary: 'A complete response has the status in_progress.',
  hooks: ({ presentResponse }) => ({
    presentResponse: (completion) => ({ ...presentResponse(completion), status: 'in_progress' }),
  }),
};
