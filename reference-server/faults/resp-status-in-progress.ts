import type { Alteration } from '../hooks.ts';

export const respStatusInProgress: Alteration = {
  id: 'resp-status-in-progress',
  summary: 'A whole response says that it is in progress.',
  hooks: ({ presentResponse }) => ({
    presentResponse: (completion) => ({ ...presentResponse(completion), status: 'in_progress' }),
  }),
};
