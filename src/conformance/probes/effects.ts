import { idempotencyKeyOf } from '../../exchange/exchange.ts';
import type { Relay, Series } from '../evidence.ts';
import { callsOf, isServed } from '../findings/upstream-calls.ts';
import type { ProbeGateway } from '../gateway.ts';
import { relayed } from './relay/relayed.ts';

/**
 * A series with its effects: those that the ledger counted for its keys, or without a ledger the calls that
 * the upstream would charge for.
 * @param nonce in every request of the series
 */
export async function withEffects(
  gateway: ProbeGateway,
  nonce: string,
  series: Series,
): Promise<Series> {
  const sent = series.exchanges.map(idempotencyKeyOf);
  const keys = new Set(sent.filter((key) => key !== undefined));
  const counted = await gateway.ledger?.effectsOf([...keys]);
  if (counted === undefined || counted.size === 0) return withUpstreamCalls(gateway, nonce, series);
  return { ...series, effects: [...counted.values()].reduce((sum, each) => sum + each, 0) };
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
