import type { Relay, Series } from '../evidence.ts';
import { callsOf, isServed } from '../findings/upstream-calls.ts';
import type { ProbeGateway } from '../gateway.ts';
import { relayed } from './relay/relayed.ts';

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
  const relays = await relayed(gateway, [{ ...series, nonce }]);
  return relays.map(withCallsAsEffects)[0] ?? series;
}

/**
 * A relay whose effects are the calls that succeeded: what a provider charges for. Without effects
 * where calls are not over, or none is known: the gateway may have changed the word that identifies them.
 *
 * A call that the gateway gave up is not an effect: it must end it when its caller disconnects, and then
 * has no answer for a retry, which needs a call of its own.
 */
export function withCallsAsEffects(relay: Relay): Relay {
  const effects = callsOf(relay).filter(isServed).length;
  return relay.open > 0 || effects === 0 ? relay : { ...relay, effects };
}
