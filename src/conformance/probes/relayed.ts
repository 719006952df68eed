import { ownTexts } from '../../answers/failures/own-texts.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { credentialDigests, credentialIn } from '../../exchange/upstream/upstream-credential.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { Relay } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';

/** A gateway may still do something upstream for a request that it has answered. */
const SETTLE_MS = 50;

/** What was sent by a caller, and the nonce that it has. */
export interface Sent {
  readonly label: string;
  readonly nonce: string;
  readonly exchanges: readonly Exchange[];
}

/**
 * Both ends of what was sent.
 * @param withinMs how long to wait for upstream requests that are not over; 5 s when absent
 */
export async function relayed(
  gateway: ProbeGateway,
  sent: readonly Sent[],
  withinMs?: number,
): Promise<readonly Relay[]> {
  await gateway.sleep(SETTLE_MS);
  return Promise.all(
    sent.map(async ({ label, nonce, exchanges }) => {
      const { exchanges: upstream, open } = await gateway.upstream.seen(nonce, withinMs);
      concealKeys(gateway, exchanges, upstream);
      return { label, exchanges, upstream, open, address: gateway.upstream.address };
    }),
  );
}

/** A report is made to be shared: it must not show a key that the gateway returned. */
function concealKeys(
  { upstream }: ProbeGateway,
  exchanges: readonly Exchange[],
  calls: readonly UpstreamExchange[],
): void {
  const digests = credentialDigests(calls);
  const answered = digests.length === 0 ? [] : exchanges;
  for (const [, text] of answered.flatMap(ownTexts)) {
    const key = credentialIn(text, digests);
    if (key !== undefined) upstream.conceal(key);
  }
}
