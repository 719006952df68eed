import type { Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';

/** An operation stalls, so that a probe that needs it is not sent: its rules stay unverified. */
export class OperationStalled extends Error {
  override name = 'OperationStalled' as const;

  constructor(operation: Operation | 'other') {
    super(
      `its probe did not finish: ${operation} is unresponsive, the last ${LIMITS.stalls.value} ordinary requests got no whole answer in time`,
    );
  }
}

/**
 * Notices operations that accept requests and never finish an answer. Otherwise each probe would wait
 * for its whole deadline.
 */
export class StalledOperations {
  /** Ordinary requests in succession without a whole answer, by operation. */
  readonly #stalls = new Map<Operation | 'other', number>();

  /** Takes note of every exchange. Only requests that a gateway must accept can show a stall. */
  note({ operation, outcome, expected }: Exchange): void {
    if (outcome === 'timed-out') {
      if (expected !== 'accepted' || this.#isStalled(operation)) return;
      this.#stalls.set(operation, (this.#stalls.get(operation) ?? 0) + 1);
    } else if (outcome === 'answered') this.#stalls.delete(operation);
  }

  /** @throws OperationStalled */
  refuse(requests: readonly { readonly operation: Operation | 'other' }[]): void {
    const stalled = requests.find(({ operation }) => this.#isStalled(operation));
    if (stalled !== undefined) throw new OperationStalled(stalled.operation);
  }

  #isStalled(operation: Operation | 'other'): boolean {
    return (this.#stalls.get(operation) ?? 0) >= LIMITS.stalls.value;
  }
}
