import type { Hooks } from './hooks.ts';
import { Refusal } from './http/refusal.ts';

const SHARE = 20;

/** Refuses one of twenty requests; `retryAfter` says when to retry. */
export function rateLimitEveryNth(limit: Hooks['limit'], retryAfter: () => string): Hooks['limit'] {
  let requests = 0;
  return (operation) => {
    requests += 1;
    if (requests % SHARE === 0) throw tooMany(retryAfter());
    limit(operation);
  };
}

function tooMany(retryAfter: string): Refusal {
  return new Refusal({
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests.',
    code: 'rate_limit_exceeded',
    headers: { 'retry-after': retryAfter },
  });
}
