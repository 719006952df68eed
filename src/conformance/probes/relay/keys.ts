import type { ProbeGateway, ProbeRequest } from '../../gateway.ts';
import { allForms, formNamed } from '../../requests/forms.ts';
import { freshKey } from '../../requests/keys.ts';
import {
  accepted,
  chatRequest,
  sentOnce,
  tone,
  transcriptionRequest,
} from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { keyed } from '../idempotency-key.ts';
import { relayed, type Sent } from '../relayed.ts';
import { unissued } from '../unauthenticated.ts';
import { UPLOAD_MS } from './requests-passed-on.ts';
import { scripted } from './scripted.ts';

/** Each form of a billable request with a key, and the same again once its result must be stored. */
export const relayedRetries = scripted({
  name: 'retries-seen-at-both-ends',
  forms: allForms,
  expects: 'accepted',
  async send(gateway, { request }) {
    const key = freshKey();
    const first = await gateway.send(keyed(request, key));
    await gateway.sleep(gateway.expect.replayLagMs);
    return [first, await gateway.send(keyed(request, key, 2))];
  },
});

/** The same chat with the same key, from two tenants. */
export const tenantsKeys = scripted({
  name: 'one-key-of-two-tenants-seen-at-both-ends',
  forms: formNamed('chat'),
  cases: [{ label: 'two tenants' }],
  expects: 'accepted',
  async send(gateway, { request }) {
    const shared = keyed(request, freshKey());
    const first = await gateway.send(shared);
    await gateway.sleep(gateway.expect.replayLagMs);
    return [first, await gateway.send({ ...shared, credential: 'second' })];
  },
});

const AT_ONCE = 20;
const HELD_MS = 300;

/** Concurrent equal chats with one key, while the upstream holds back its answer. */
export const racedKeys = scripted({
  name: 'one-key-at-once-seen-at-both-ends',
  alone: true,
  forms: formNamed('chat'),
  cases: [{ label: `${AT_ONCE} concurrent`, steps: { delayMs: HELD_MS } }],
  send(gateway, { request }) {
    const shared = keyed(request, freshKey());
    return gateway.together(Array.from({ length: AT_ONCE }, () => shared));
  },
});

const TOO_LARGE_BYTES = 26 * 1024 * 1024;

/**
 * Requests that the gateway must refuse: each form with an unknown key, broken JSON, a file that is
 * too large, and the idempotency key of another request.
 */
export const refusedUpstream: Probe<'relay'> = {
  name: 'refusals-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    const sent: Sent[] = [];
    const refuse = async (label: string, make: (nonce: string) => ProbeRequest): Promise<void> => {
      const nonce = gateway.nonce();
      const exchange = await gateway.send(sentOnce(make(nonce)));
      sent.push({ label, nonce, exchanges: [exchange] });
    };
    const carryKey = unissued(gateway);
    for (const form of allForms(gateway)) {
      await refuse(`${form.name}, unknown key`, (nonce) => ({ ...form.request(nonce), carryKey }));
    }
    if (gateway.offers('chat')) {
      await refuse('broken JSON', (nonce) => brokenChat(gateway, nonce));
      const key = freshKey();
      await gateway.send(keyed(accepted(chat(gateway, gateway.nonce())), key));
      await refuse('key of another request', (nonce) => keyed(chat(gateway, nonce), key, 2));
    }
    if (gateway.offers('transcription')) {
      await refuse('file of 26 MiB', (nonce) => oversizeFile(gateway, nonce));
    }
    return relayed(gateway, sent);
  },
};

function chat({ expect }: ProbeGateway, nonce: string): ProbeRequest {
  return chatRequest(expect, { prompt: `Say one short sentence about ${nonce}.` });
}

function brokenChat({ expect }: ProbeGateway, nonce: string): ProbeRequest {
  const text = JSON.stringify({
    model: expect.chatModel,
    messages: [{ role: 'user', content: `Say one short sentence about ${nonce}.` }],
  });
  return { operation: 'chat', body: { text: text.slice(0, -1), type: 'application/json' } };
}

function oversizeFile({ expect }: ProbeGateway, nonce: string): ProbeRequest {
  const content = tone(nonce, TOO_LARGE_BYTES);
  const deadlineMs = Math.max(expect.answerDeadlineMs, UPLOAD_MS);
  return { ...transcriptionRequest(expect, { content }), deadlineMs };
}
