import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { billableOf, billableRequest, withEffects } from './billable.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { accepted, chatRequest, responsesRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

const ONE_RETRY = 'only retries when the result must be stored, and none immediately';

/**
 * Each billable request with a key, and its retries: at once, and once the gateway must have
 * stored its result.
 */
export const billableRetries: Probe<'key'> = {
  name: 'retries-of-billable-requests',
  alone: true,
  modest: ONE_RETRY,
  run: (gateway) =>
    sequentially(billableOf(gateway), (operation) => {
      const nonce = gateway.nonce();
      const request = billableRequest(gateway.expect, operation, nonce);
      return withEffects(gateway, nonce, () => retried(gateway, operation, request));
    }),
};

/** A chat stream and a responses stream with a key, and their retries. */
export const streamRetries: Probe<'key'> = {
  name: 'retries-of-streams',
  alone: true,
  modest: ONE_RETRY,
  run(gateway) {
    const streamed = [chatRequest, responsesRequest].map((requestOf) => {
      const nonce = gateway.nonce();
      const prompt = `Count to ten, then say ${nonce}.`;
      return { nonce, request: requestOf(gateway.expect, { prompt, stream: true }) };
    });
    const supported = streamed.filter(({ request }) => gateway.offers(request.operation));
    return sequentially(supported, ({ nonce, request }) =>
      withEffects(gateway, nonce, () => retried(gateway, request.operation, request)),
    );
  },
};

async function retried(
  gateway: ProbeGateway,
  label: string,
  request: ProbeRequest,
): Promise<Series> {
  const key = freshKey();
  const good = accepted(request);
  const first = await gateway.send(keyed(good, key));
  const atOnce = gateway.effort === 'modest' ? [] : [await gateway.send(keyed(good, key, 2))];
  await gateway.sleep(gateway.expect.replayLagMs);
  const later = await gateway.send(keyed(good, key, 3));
  return { label, exchanges: [first, ...atOnce, later] };
}
