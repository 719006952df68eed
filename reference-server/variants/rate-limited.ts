import type { Alteration } from '../hooks.ts';
import { Refusal } from '../refusal.ts';

const SHARE = 20;

function tooMany(): Refusal {
  return new Refusal({
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests.',
    code: 'rate_limit_exceeded',
    headers: { 'retry-after': '0' },
  });
}

export const rateLimited: Alteration = {
  id: 'rate-limited',
  summary: 'One of twenty billable requests is answered 429 with Retry-After.',
  hooks({ limit }) {
    let asked = 0;
    return {
      limit(operation) {
        asked += 1;
        if (asked % SHARE === 0) throw tooMany();
        limit(operation);
      },
    };
  },
};
