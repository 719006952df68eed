import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

export const resp500All: Alteration = {
  id: 'resp-500-all',
  summary: 'Every responses request returns 500.',
  hooks: ({ limit }) => ({
    limit: refuseEveryNth(limit, {
      operation: 'responses',
      every: 1,
      refusal: Refusal.failed(),
    }),
  }),
};
