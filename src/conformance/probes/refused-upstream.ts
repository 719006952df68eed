import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { relayed, type Sent } from './relayed.ts';
import { accepted, chatRequest, sentOnce, tone, transcriptionRequest } from './requests.ts';
import { allForms } from './text-forms.ts';
import { unissued } from './unauthenticated.ts';

const TOO_LARGE_BYTES = 26 * 1024 * 1024;
/** The time that an upload may take before that says something about the gateway. */
const UPLOAD_MS = 30_000;

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
