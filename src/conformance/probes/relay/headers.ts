import { allForms, formNamed } from '../../requests/forms.ts';
import { type Case, scripted } from './scripted.ts';

/** A header that the caller's `Connection` names. */
export const LISTED_HEADER = 'x-assay-hop';

/** The value of the headers that no upstream may get. */
export const HOP_VALUE = 'assay-hop-by-hop';

/** Requests of each kind with headers that are for one connection only. */
export const relayedHopHeaders = scripted({
  name: 'connection-headers-seen-at-both-ends',
  forms: allForms,
  cases: [
    withHeaders({
      connection: `keep-alive, te, ${LISTED_HEADER}`,
      [LISTED_HEADER]: HOP_VALUE,
      te: HOP_VALUE,
      'keep-alive': `${HOP_VALUE}=1`,
      'proxy-authorization': `Basic ${HOP_VALUE}`,
    }),
  ],
  expects: 'legal',
  // A connection of its own sends such headers as they are.
  send: (gateway, { request }) => gateway.inOrder([request]),
});

/**
 * Requests of each kind with a cookie, to which the upstream answers with one of its own, and then one
 * without any.
 */
export const relayedCookies = scripted({
  name: 'cookies-seen-at-both-ends',
  forms: allForms,
  cases: [
    {
      ...withHeaders({ cookie: 'assay_session=of-a-caller' }),
      label: 'with a cookie',
      steps: { headers: [['set-cookie', 'provider_session=of-the-first; Path=/']] },
    },
    { label: 'the next one' },
  ],
  expects: 'legal',
});

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
export const upstreamHeaders = scripted({
  name: 'headers-seen-at-both-ends',
  alone: true,
  forms: formNamed('chat'),
  cases: Array.from({ length: REQUESTS }, () => ({
    ...withHeaders(CALLER_HEADERS),
    steps: { headers: Object.entries(PROVIDER_HEADERS) },
  })),
  expects: 'legal',
});

function withHeaders(headers: Readonly<Record<string, string>>): Case {
  return { ask: (request) => ({ ...request, headers }) };
}
