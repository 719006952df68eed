import type { Alteration } from '../hooks.ts';
import type { Refusal } from '../http/refusal.ts';
import type { PostOperation } from '../routes.ts';
import { alters } from './steps.ts';

interface Refused {
  /** Absent: every billable operation. */
  readonly operation?: PostOperation;
  /** Which of the requests to it: 1 for all, 3 for the third, the sixth and so on. */
  readonly every?: number;
}

/** Requests are refused when all that the gateway checks before their body has passed. */
export function refuses(
  summary: string,
  { operation: refused, every = 1 }: Refused,
  refusal: () => Refusal,
): Alteration {
  return alters(summary, ({ limit }) => {
    let requests = 0;
    return {
      limit(operation) {
        limit(operation);
        if (refused !== undefined && operation !== refused) return;
        requests += 1;
        if (requests % every === 0) throw refusal();
      },
    };
  });
}
