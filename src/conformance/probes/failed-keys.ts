import { modelFor } from '../../contract/models-by-operation.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { freshKey } from '../requests/keys.ts';
import { chatRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { keyed } from './idempotency-key.ts';

/**
 * A chat with a key that is refused, and one on which the model fails; each with its retry, and with
 * another key when the retry is not answered.
 */
export const failedKeys: Probe<'series'> = {
  name: 'retries-after-a-failure',
  run(gateway) {
    const { expect } = gateway;
    const prompt = `Say one short sentence about ${gateway.nonce()}.`;
    const model = modelFor(expect.failingModel, 'chat');
    const refused = chatRequest(expect, { prompt, also: { messages: 'no list of messages' } });
    return Promise.all([
      retried(gateway, 'after a refusal', refused),
      retried(gateway, 'after a failure', chatRequest(expect, { prompt, model })),
    ]);
  },
};

async function retried(
  gateway: ProbeGateway,
  label: string,
  request: ProbeRequest,
): Promise<Series> {
  const key = freshKey();
  const first = await gateway.send(keyed(request, key));
  await gateway.sleep(gateway.expect.replayLagMs);
  const again = await gateway.send(keyed(request, key, 2));
  if (again.outcome !== 'timed-out') return { label, exchanges: [first, again] };
  return { label, exchanges: [first, again, await gateway.send(keyed(request, freshKey()))] };
}
