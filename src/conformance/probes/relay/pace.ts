import type { ProbeGateway } from '../../gateway.ts';
import { streamForms } from '../../requests/forms.ts';
import { accepted, chatRequest, responsesRequest } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { repeats } from '../fewer.ts';
import { relayed, type Sent } from '../relayed.ts';
import { sequentially } from '../sequentially.ts';
import { type Case, scripted } from './scripted.ts';

/** Streams of 20 tokens, 50 ms apart. */
export const relayedPace = scripted({
  name: 'pace-seen-at-both-ends',
  alone: true,
  inTurn: true,
  forms: streamForms,
  cases: [evenly(20, 50)],
  expects: 'accepted',
});

/** Streams of 50 tokens, 20 ms apart. */
export const relayedEvenPace = scripted({
  name: 'even-pace-seen-at-both-ends',
  alone: true,
  forms: streamForms,
  cases: [evenly(50, 20)],
  expects: 'accepted',
});

function evenly(tokens: number, gapMs: number): Case {
  return { steps: { tokens, ttftMs: gapMs, itlMs: gapMs } };
}

const CROWD = 20;
/** Longer than a gateway needs to forward all of them. */
const HELD_MS = 1000;

/** Twenty concurrent chats, which the upstream answers after a second. */
export const concurrentUpstream: Probe<'relay'> = {
  name: 'concurrent-chats-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const nonces = Array.from({ length: CROWD }, () => gateway.nonce());
    await Promise.all(
      nonces.map((nonce) => gateway.upstream.script(nonce, [{ delayMs: HELD_MS }])),
    );
    const exchanges = await gateway.together(
      nonces.map((nonce) =>
        accepted(chatRequest(gateway.expect, { prompt: `Say one word about ${nonce}.` })),
      ),
    );
    const sent = nonces.map((nonce, at) => ({
      label: 'concurrent chats',
      nonce,
      exchanges: exchanges.slice(at, at + 1),
    }));
    return relayed(gateway, sent);
  },
};

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
