import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { billableOf } from '../../conformance/requests/forms.ts';
import { billableRequest } from '../../conformance/requests/plain.ts';
import { isSuccess } from '../../exchange/exchange.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { TargetConnection } from './target-connection.ts';

const RECIPES = 'docs/gateways/README.md';

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
  const before = upstream.received;
  const { answer } = await gateway.send(billableRequest(expect, operation, nonce));
  if (!isSuccess(answer)) return undefined;
  const { exchanges, open } = await upstream.seen(nonce, SEEN_WITHIN_MS);
  if (exchanges.length + open > 0) return undefined;
  const answered = `${target.address} answered a valid request to ${operation}`;
  if (upstream.received === 0) {
    return `The gateway did not call the upstream: ${answered} without a request to ${upstream.address}. Configure ${upstream.address}/v1 as the base address of its provider, with any key: ${RECIPES} shows how.`;
  }
  return upstream.received === before
    ? `The gateway did not call the upstream for each request: ${answered} without a request to ${upstream.address}, which received others. Turn off its cache, and send each model to this provider: ${RECIPES} shows how.`
    : `The gateway changed the prompt: ${upstream.address} received a request without the word that identifies it, ${nonce}. Turn off what rewrites prompts: nothing else shows which upstream request belongs to which request.`;
}
