import type { Hooks } from './hooks.ts';
import type { Refusal } from './http/refusal.ts';
import type { PostOperation } from './routes.ts';

interface Refused {
  readonly operation: PostOperation;
  /** Which of the valid requests to it: 1 for all, 3 for the third, the sixth and so on. */
  readonly every: number;
  readonly refusal: Refusal;
}

/** Refuses valid requests to one operation, after all other checks passed. */
export function refuseEveryNth(
  limit: Hooks['limit'],
  { operation: refused, every, refusal }: Refused,
): Hooks['limit'] {
  let count = 0;
  return (operation) => {
    limit(operation);
    if (operation !== refused) return;
    count += 1;
    if (count % every === 0) throw refusal;
  };
}
