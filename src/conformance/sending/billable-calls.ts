import { type Billable, isBillable } from '../../contract/operations.ts';
import type { ProbeRequest } from '../gateway.ts';

type Sent = Pick<
  ProbeRequest,
  'operation' | 'method' | 'expected' | 'mayBeCharged' | 'idempotencyKey' | 'credential'
>;

/**
 * The requests that a gateway which keeps the interface executes, and so may charge for. It refuses
 * an invalid request, and answers a retry under an idempotency key with the result that it stored.
 */
export class BillableCalls {
  readonly #keys = new Set<string>();

  /** The operation that is charged for the next request; undefined for one that is not. */
  next(request: Sent): Billable | undefined {
    const { operation, method = 'POST', expected, mayBeCharged } = request;
    if (!isBillable(operation) || method !== 'POST') return undefined;
    if (expected === undefined && mayBeCharged !== true) return undefined;
    const key = keyOf(request);
    if (key === undefined) return operation;
    if (this.#keys.has(key)) return undefined;
    this.#keys.add(key);
    return operation;
  }
}

/** The scope of an idempotency key: one operation of one tenant. Undefined without a key. */
export function keyOf({
  operation,
  credential = 'first',
  idempotencyKey,
}: Sent): string | undefined {
  return idempotencyKey === undefined
    ? undefined
    : JSON.stringify([operation, credential, idempotencyKey]);
}
