import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, videoRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { keyed } from './idempotency-key.ts';
import { cancel, createdId, readToEnd } from './video-polls.ts';

/**
 * A video job with a key that is cancelled, and one that ends; then their request again. In each
 * series, the second request creates the other job.
 */
export const videoRetries: Probe<'series'> = {
  name: 'retries-of-video-jobs',
  async run(gateway) {
    const { videoDeadlineMs } = gateway.expect;
    const [one, other] = [await make(gateway), await make(gateway)];
    return Promise.all([
      retried(gateway, 'a cancelled job', one, other, async (id) => [
        await gateway.send(cancel(id)),
      ]),
      retried(gateway, 'an ended job', other, one, (id) => readToEnd(gateway, id, videoDeadlineMs)),
    ]);
  },
};

interface Made {
  readonly again: ProbeRequest;
  readonly created: Exchange;
}

async function make(gateway: ProbeGateway): Promise<Made> {
  const prompt = `A red circle that rolls, for ${gateway.nonce()}.`;
  const request = accepted(videoRequest(gateway.expect, { prompt }));
  const key = freshKey();
  return { again: keyed(request, key, 2), created: await gateway.send(keyed(request, key)) };
}

async function retried(
  gateway: ProbeGateway,
  label: string,
  { created, again }: Made,
  beside: Made,
  meanwhile: (id: string) => Promise<readonly Exchange[]>,
): Promise<Series> {
  const id = createdId(created, gateway);
  if (id === undefined) return { label, exchanges: [created] };
  const between = await meanwhile(id);
  const exchanges = [created, beside.created, ...between, await gateway.send(again)];
  return { label, exchanges };
}
