import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { repeats } from './fewer.ts';
import { relayed, type Sent } from './relayed.ts';
import { chatRequest, responsesRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

const REQUESTS = 20;
const AT_ONCE = { tokens: 2, ttftMs: 0, itlMs: 0 };

/** Plain requests for a text, each sent after the answer to the one before. */
export const requestsInTurn: Probe<'relay'> = {
  name: 'requests-in-succession',
  alone: true,
  modest: '10 requests of each kind instead of 20',
  async run(gateway) {
    const operations = (['chat', 'responses'] as const).filter((name) => gateway.offers(name));
    const sent = await sequentially(operations, (operation) => inTurn(gateway, operation));
    return relayed(gateway, sent);
  },
};

/** All carry one nonce, and each has a prompt of its own: no answer can come from a cache. */
async function inTurn(gateway: ProbeGateway, operation: 'chat' | 'responses'): Promise<Sent> {
  const nonce = gateway.nonce();
  const make = operation === 'chat' ? chatRequest : responsesRequest;
  await gateway.upstream.script(nonce, [AT_ONCE]);
  const places = Array.from({ length: repeats(gateway, REQUESTS, 10) }, (_, index) => index + 1);
  const exchanges = await sequentially(places, (place) =>
    gateway.send(make(gateway.expect, { prompt: `Say word ${place} about ${nonce}.` })),
  );
  return { label: operation, nonce, exchanges };
}
