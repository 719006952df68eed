import type { Operation } from 'k6/x/gateway';
import type { Draw } from './draw.ts';
import { settings } from './gateway.ts';

/** Whether the gateway supports an operation, as far as Assay knows. */
export function isOffered(operation: Operation): boolean {
  return !settings.absent.includes(operation);
}

/**
 * One of the supported operations, chosen by weight. If none is supported, one of all: only a trace
 * can request such a scenario.
 */
export function drawOffered<Name extends Operation>(
  draw: Draw,
  weights: Readonly<Record<Name, number>>,
): Name | undefined {
  const offered: Record<Name, number> = { ...weights };
  for (const name in offered) if (!isOffered(name)) offered[name] = 0;
  return draw.weighted(offered) ?? draw.weighted(weights);
}
