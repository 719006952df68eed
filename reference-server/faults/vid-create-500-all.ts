import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

export const vidCreate500All: Alteration = {
  id: 'vid-create-500-all',
  summary: 'Every POST /videos returns 500.',
  hooks: ({ limit }) => ({
    limit: refuseEveryNth(limit, {
      operation: 'video-create',
      every: 1,
      refusal: Refusal.failed(),
    }),
  }),
};
