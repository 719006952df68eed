import type { Relay } from '../evidence.ts';
import { callsOf, isServed } from '../findings/upstream-calls.ts';

/**
 * A relay whose effects are the calls that were answered well: what a provider charges for. Without effects
 * where calls are not over, or none is known: the gateway may have changed the word that identifies them.
 */
export function withCallsAsEffects(relay: Relay): Relay {
  const effects = callsOf(relay).filter(isServed).length;
  return relay.open > 0 || effects === 0 ? relay : { ...relay, effects };
}
