import type { Relay } from '../evidence.ts';
import { callsOf, isServed } from '../findings/upstream-calls.ts';

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
