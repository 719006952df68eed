import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

export const img301All: Alteration = {
  id: 'img-301-all',
  summary: 'Every image request returns 301.',
  hooks: ({ limit }) => ({
    limit: refuseEveryNth(limit, {
      operation: 'images',
      every: 1,
      refusal: Refusal.badRequest('Moved.').with({
        status: 301,
        headers: { location: '/v2/images/generations' },
      }),
    }),
  }),
};
