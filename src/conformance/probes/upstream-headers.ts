import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { chatRequest, legal } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** Headers of a caller that a gateway may pass on, or not. */
export const CALLER_HEADERS: Readonly<Record<string, string>> = {
  'accept-language': 'mi, fy;q=0.5',
  'user-agent': 'assay-caller/1',
  'x-assay-note': 'of-a-caller',
  'x-request-id': 'assay-request-1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/** Headers of a provider that a gateway may return, or not. */
export const PROVIDER_HEADERS: Readonly<Record<string, string>> = {
  'openai-processing-ms': '17',
  'x-assay-provider-note': 'of-a-provider',
  'x-ratelimit-remaining-requests': '41',
  'x-request-id': 'provider-request-1',
};

const REQUESTS = 4;

/** Chats one after the other, with headers of a caller and headers of a provider. */
export const upstreamHeaders: Probe<'relay'> = {
  name: 'headers-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const step = { headers: Object.entries(PROVIDER_HEADERS) };
    const sent = await sequentially(Array.from({ length: REQUESTS }), () =>
      sendScripted(gateway, 'a chat', step, (nonce) => {
        const request = chatRequest(gateway.expect, { prompt: `Say one word about ${nonce}.` });
        return legal({ ...request, headers: CALLER_HEADERS });
      }),
    );
    return relayed(gateway, sent);
  },
};
