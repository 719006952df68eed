import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { withCallsAsEffects } from '../sending/calls-as-effects.ts';
import { relayed } from './relayed.ts';

/**
 * Gathers a series with its effects: those that the ledger counted during it, so no other probe may run,
 * or without a ledger the calls that the upstream would charge for.
 * @param nonce in every request of the series
 */
export async function withEffects(
  gateway: ProbeGateway,
  nonce: string,
  gather: () => Promise<Series>,
): Promise<Series> {
  const before = await gateway.effects();
  const series = await gather();
  const after = await gateway.effects();
  if (before !== undefined && after !== undefined) return { ...series, effects: after - before };
  return withUpstreamCalls(gateway, nonce, series);
}

/** The calls of the upstream with this nonce as effects, where an upstream is present. */
export async function withUpstreamCalls(
  gateway: ProbeGateway,
  nonce: string,
  series: Series,
): Promise<Series> {
  if (!gateway.upstream.isPresent) return series;
  const { label, exchanges } = series;
  const relays = await relayed(gateway, [{ label, nonce, exchanges }]);
  return relays.map(withCallsAsEffects)[0] ?? series;
}
