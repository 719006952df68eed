import type { Relay } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { relayed, type Sent, sendScripted } from './relayed.ts';

/** Longer than the gateway may take: a late end is a finding, with its time. */
const WATCHED_MS = 1000;
/** When the upstream answers after all, so that no request stays there forever. */
const ANSWERED_MS = 5000;
/** By then a gateway has sent its own request; a slow one gets more tries. */
const PATIENCE_MS = 200;
const MORE_PATIENCE_MS = [1000, 4000];

/** Both ends of requests whose callers disconnected. */
export function watchedEnds(
  gateway: ProbeGateway,
  sent: readonly Sent[],
): Promise<readonly Relay[]> {
  return relayed(gateway, sent, gateway.expect.upstreamDisconnectMs + WATCHED_MS);
}

/**
 * Sends a request for which the upstream writes nothing, and disconnects when it has arrived there.
 * @param request with a nonce in it
 */
export async function disconnected(
  gateway: ProbeGateway,
  label: string,
  request: (nonce: string) => ProbeRequest,
): Promise<Sent> {
  const sendOne = async (disconnectAfterMs: number): Promise<Sent> => {
    const delayMs = gateway.expect.upstreamDisconnectMs + ANSWERED_MS;
    return sendScripted(gateway, label, { delayMs }, (nonce) => ({
      ...request(nonce),
      disconnectAfterMs,
    }));
  };
  let sent = await sendOne(PATIENCE_MS);
  for (const patienceMs of MORE_PATIENCE_MS) {
    const { exchanges, open } = await gateway.upstream.seen(sent.nonce, 0);
    if (exchanges.length + open > 0) break;
    sent = await sendOne(patienceMs);
  }
  return sent;
}
