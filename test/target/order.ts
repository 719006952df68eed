import type { TargetOrder } from '../../src/target/target.ts';

/** What a user asks for with `--target` and nothing else. */
export function order(text: string, also: Partial<TargetOrder> = {}): TargetOrder {
  return { text, environment: {}, referenceOptions: [], progress: () => {}, ...also };
}
