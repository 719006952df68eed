import type { CapacityOrder } from './run-capacity.ts';

/** What a command asks for. */
export interface Parts {
  readonly conformance: boolean;
  readonly load: boolean;
  /** A search for the knee, in place of one load. */
  readonly capacity?: CapacityOrder;
}
