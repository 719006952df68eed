import type { Alteration } from '../hooks.ts';
import { rateLimitEveryNth } from '../rate-limit-every-nth.ts';

/** The next full second as an HTTP date, which has no smaller unit. */
function soon(): string {
  return new Date(Math.ceil(Date.now() / 1000) * 1000).toUTCString();
}

export const limitedByDate: Alteration = {
  id: 'limited-by-date',
  summary: 'One of twenty billable requests returns 429, with a date in Retry-After.',
  hooks: ({ limit }) => ({ limit: rateLimitEveryNth(limit, soon) }),
};
