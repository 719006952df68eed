import type { TargetOrder } from '../../src/target/target.ts';

/** The options of a run with `--target` only. */
export function order(text: string, also: Partial<TargetOrder> = {}): TargetOrder {
  return { text, environment: {}, referenceOptions: [], progress: () => {}, ...also };
}
