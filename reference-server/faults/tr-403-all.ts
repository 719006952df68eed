import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

export const tr403All: Alteration = {
  id: 'tr-403-all',
  summary: 'Every transcription returns 403.',
  hooks: ({ limit }) => ({
    limit: refuseEveryNth(limit, {
      operation: 'transcription',
      every: 1,
      refusal: Refusal.badRequest('Not allowed.').with({ status: 403 }),
    }),
  }),
};
