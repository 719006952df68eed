import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { accepted, chatRequest } from './requests.ts';

const REQUESTS = 20;
/** Longer than a gateway needs to forward all of them. */
const HELD_MS = 1000;

/** Twenty concurrent chats, which the upstream answers after a second. */
export const concurrentUpstream: Probe<'relay'> = {
  name: 'concurrent-chats-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const nonces = Array.from({ length: REQUESTS }, () => gateway.nonce());
    await Promise.all(
      nonces.map((nonce) => gateway.upstream.script(nonce, [{ delayMs: HELD_MS }])),
    );
    const exchanges = await gateway.together(
      nonces.map((nonce) =>
        accepted(chatRequest(gateway.expect, { prompt: `Say one word about ${nonce}.` })),
      ),
    );
    return relayed(
      gateway,
      nonces.map((nonce, at) => ({
        label: 'concurrent chats',
        nonce,
        exchanges: exchanges.slice(at, at + 1),
      })),
    );
  },
};
