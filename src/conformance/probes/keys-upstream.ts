import type { Probe } from '../rule.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { relayed } from './relayed.ts';
import { accepted, chatRequest } from './requests.ts';

const AT_ONCE = 20;
const HELD_MS = 300;

/** Concurrent equal chats with one key, while the upstream holds back its answer. */
export const racedKeys: Probe<'relay'> = {
  name: 'one-key-at-once-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const nonce = gateway.nonce();
    await gateway.upstream.script(nonce, [{ delayMs: HELD_MS }]);
    const prompt = `Say one short sentence about ${nonce}.`;
    const request = keyed(chatRequest(gateway.expect, { prompt }), freshKey());
    const exchanges = await gateway.together(Array.from({ length: AT_ONCE }, () => request));
    return relayed(gateway, [{ label: `${AT_ONCE} concurrent`, nonce, exchanges }]);
  },
};

/** The same chat with the same key, from two tenants. */
export const tenantsKeys: Probe<'relay'> = {
  name: 'one-key-of-two-tenants-seen-at-both-ends',
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const nonce = gateway.nonce();
    const prompt = `Say one short sentence about ${nonce}.`;
    const request = keyed(accepted(chatRequest(gateway.expect, { prompt })), freshKey());
    const first = await gateway.send(request);
    await gateway.sleep(gateway.expect.replayLagMs);
    const second = await gateway.send({ ...request, credential: 'second' });
    return relayed(gateway, [{ label: 'two tenants', nonce, exchanges: [first, second] }]);
  },
};
