import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe, Series } from '../rule.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { accepted, videoRequest } from './requests.ts';
import { cancel, createdId, readToEnd } from './video-polls.ts';

/** A video job with a key that is cancelled, and one that ends; then their request again. */
export const videoRetries: Probe<'series'> = {
  name: 'retries-of-video-jobs',
  run(gateway) {
    const { videoDeadlineMs } = gateway.expect;
    return Promise.all([
      retried(gateway, 'a cancelled job', async (id) => [await gateway.send(cancel(id))]),
      retried(gateway, 'an ended job', (id) => readToEnd(gateway, id, videoDeadlineMs)),
    ]);
  },
};

async function retried(
  gateway: ProbeGateway,
  label: string,
  meanwhile: (id: string) => Promise<readonly Exchange[]>,
): Promise<Series> {
  const prompt = `A red circle that rolls, for ${gateway.nonce()}.`;
  const request = accepted(videoRequest(gateway.expect, { prompt }));
  const key = freshKey();
  const created = await gateway.send(keyed(request, key));
  const id = createdId(created, gateway);
  if (id === undefined) return { label, exchanges: [created] };
  const between = await meanwhile(id);
  return { label, exchanges: [created, ...between, await gateway.send(keyed(request, key, 2))] };
}
