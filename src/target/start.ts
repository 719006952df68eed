import { didYouMean } from '../words/nearest-name.ts';
import { UsageError } from '../words/usage-error.ts';
import * as kinds from './kinds.ts';
import type { Target, TargetKind, TargetOrder } from './target.ts';

/** Every kind of target by its name. */
export const TARGET_KINDS: Readonly<Record<string, TargetKind>> = kinds;

/**
 * Brings up, or finds, the target that `--target` names.
 * @throws UsageError, NoContainerEngine, TargetNotStarted
 */
export async function startTarget(order: TargetOrder): Promise<Target> {
  const kind = Object.values(TARGET_KINDS).find((candidate) => candidate.takes(order.text));
  if (kind === undefined) {
    const hint = didYouMean(order.text, Object.keys(TARGET_KINDS));
    throw new UsageError(
      `Unknown target: ${order.text}.${hint || ' It is embedded, container, or an address such as http://127.0.0.1:8080.'}`,
    );
  }
  return kind.start(order);
}
