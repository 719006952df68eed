import { billableOf, billableRequest } from '../../conformance/probes/billable.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isSuccess } from '../../exchange/exchange.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { TargetConnection } from './target-connection.ts';

/** A gateway that answers has called its provider before; its frame may be on its way. */
const SEEN_WITHIN_MS = 1000;

/**
 * Sends one request, and looks whether it reaches the upstream.
 * @returns why it did not, one sentence; undefined where it did, or where the gateway refused it
 */
export async function upstreamProblem(
  { gateways, target }: TargetConnection,
  upstream: Upstream,
  { expect }: ResolvedProfile,
): Promise<string | undefined> {
  const gateway = gateways.gatewayFor({ name: 'upstream' }, (exchange) =>
    gateways.release([exchange]),
  );
  const [operation] = billableOf(gateway);
  if (operation === undefined) return undefined;
  const nonce = gateway.nonce();
  const { answer } = await gateway.send(billableRequest(expect, operation, nonce));
  if (!isSuccess(answer)) return undefined;
  const { exchanges, open } = await upstream.seen(nonce, SEEN_WITHIN_MS);
  if (exchanges.length + open > 0) return undefined;
  return upstream.received === 0
    ? `The gateway did not call the upstream: ${target.address} answered a valid request to ${operation} without a request to ${upstream.address}. Configure ${upstream.address}/v1 as the base address of its provider, with any key.`
    : `The gateway changed the prompt: ${upstream.address} received requests without the word that identifies them, ${nonce}. Turn off what rewrites or caches prompts.`;
}
