import type { Alteration } from '../hooks.ts';
import { rateLimitEveryNth } from '../rate-limit-every-nth.ts';

export const rateLimited: Alteration = {
  id: 'rate-limited',
  summary: 'One of twenty billable requests returns 429 with Retry-After.',
  hooks: ({ limit }) => ({ limit: rateLimitEveryNth(limit, () => '0') }),
};
