import * as targetKinds from '../target/kinds.ts';
import type { Target, TargetKind, TargetOrder } from '../target/target.ts';
import { didYouMean } from '../words/nearest-name.ts';
import { UsageError } from '../words/usage-error.ts';

/** @throws UsageError, NoContainerEngine, TargetNotStarted */
export function openTarget(order: TargetOrder): Promise<Target> {
  const kind = Object.values<TargetKind>(targetKinds).find(({ takes }) => takes(order.text));
  if (kind !== undefined) return kind.start(order);
  const known = Object.keys(targetKinds).filter((name) => name !== 'remote');
  throw new UsageError(
    `Unknown target: ${order.text}.${didYouMean(order.text, known)} It is an http(s) address, ${known.join(' or ')}.`,
  );
}
