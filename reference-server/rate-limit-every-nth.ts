import type { Hooks } from './hooks.ts';
import { Refusal } from './http/refusal.ts';

const SHARE = 20;

/** Refuses one of twenty requests; `retryAfter` says when to come again. */
export function limitSome(limit: Hooks['limit'], retryAfter: () => string): Hooks['limit'] {
  let asked = 0;
  return (operation) => {
    asked += 1;
    if (asked % SHARE === 0) throw tooMany(retryAfter());
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
