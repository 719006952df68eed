import { ownTexts } from '../../../answers/failures/own-texts.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { traceContextOf } from '../../../exchange/trace-context.ts';
import {
  credentialDigests,
  credentialIn,
  credentialOf,
} from '../../../exchange/upstream/upstream-credential.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import { relayRule } from '../../declare.ts';
import { hasCallerKey, needCalls } from '../../findings/upstream-calls.ts';
import { echoingUpstream, redirectingUpstream } from '../../probes/relay/failures.ts';
import {
  HOP_VALUE,
  LISTED_HEADER,
  relayedCookies,
  relayedHopHeaders,
  relayedRequests,
} from '../../probes/relay/requests.ts';
import { appliesTo, need } from '../../rule.ts';

export const relayCallerKeyWithheld = relayRule('relay-caller-key-withheld', {
  level: 'must',
  assumed: 'least privilege: the provider has no use for the key',
  statement: 'No upstream request contains the API key of a caller.',
  harm: 'The key of a caller opens the gateway: a provider, its logs and its staff must not have it.',
  provenBy: 'relay-forward-key',
  operations: BILLABLE,
  alsoFrom: ['traffic', 'every probe'],
  probe: relayedRequests,
  *judge({ upstream, exchanges: [exchange] }) {
    need(upstream.length > 0, 'an upstream request with the nonce of the prompt');
    for (const { request } of upstream) {
      const where = placeOf(request);
      if (where === undefined) continue;
      yield {
        expected: 'no API key of a caller upstream',
        actual: 'the API key of the caller',
        where: `${where} of the upstream request`,
        exchange,
      };
      return;
    }
  },
});

function placeOf({ headers, path, body }: UpstreamExchange['request']): string | undefined {
  const named = headers.find(([, value]) => hasCallerKey(value));
  if (named !== undefined) return `header ${named[0]}`;
  if (hasCallerKey(path)) return 'path';
  return hasCallerKey(Buffer.from(body).toString('latin1')) ? 'body' : undefined;
}

export const relayUpstreamKeyWithheld = relayRule('relay-upstream-key-withheld', {
  level: 'must',
  assumed: 'OWASP API Security Top 10 2023, API8; CWE-522; BerriAI/litellm#39757',
  statement:
    'No response header and no error shows the key of the gateway, even if the upstream repeats it.',
  harm: 'A caller that has the key of the gateway can use the provider at its cost, without any limit.',
  provenBy: 'relay-leak-upstream-key',
  operations: BILLABLE,
  alsoFrom: ['every probe'],
  probe: echoingUpstream,
  *judge(relay) {
    const digests = credentialDigests(needCalls(relay));
    need(digests.length > 0, 'an upstream request with a key of the gateway');
    const answered = relay.exchanges.filter(({ answer }) => answer !== undefined);
    need(answered.length > 0, 'an answer');
    for (const exchange of answered) {
      const where = ownTexts(exchange).find(([, text]) => credentialIn(text, digests))?.[0];
      if (where === undefined) continue;
      const expected = 'no key of the gateway';
      yield { expected, actual: 'its key at the upstream', where, exchange };
      return;
    }
  },
});

export const relayCookiesWithheld = relayRule('relay-cookies-withheld', {
  level: 'should',
  assumed: 'RFC 6265 §8.5: cookies belong to one origin',
  statement:
    'Cookies of a caller do not reach the upstream, and cookies of the upstream do not come back with the request of another caller.',
  harm: 'A cookie identifies a session: the provider can act as the caller, or one caller as another.',
  provenBy: 'relay-forward-cookies',
  operations: BILLABLE,
  probe: relayedCookies,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    for (const { request } of needCalls(relay)) {
      const cookie = request.headers.find(([name]) => name === 'cookie');
      if (cookie === undefined) continue;
      yield {
        expected: 'no cookie upstream',
        actual: cookie[1],
        where: 'header cookie of the upstream request',
        exchange,
      };
      return;
    }
  },
});

export const relayTraceContinued = relayRule('relay-trace-continued', {
  level: 'should',
  assumed: 'W3C Trace Context: a participant propagates traceparent, at least as it is',
  statement:
    'The trace of a caller goes on at the upstream: its request has the trace id of the caller.',
  harm: 'The trace ends at the gateway: it does not show what a slow or failed request did at the provider.',
  provenBy: 'relay-drop-trace',
  operations: BILLABLE,
  alsoFrom: ['traffic', 'every probe'],
  probe: relayedCookies,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    const ids = relay.exchanges.map(({ request }) => traceContextOf(request)?.traceId);
    appliesTo(exchange && ids.every((id) => id !== undefined), 'a request without traceparent');
    for (const { request } of needCalls(relay)) {
      const value = header(request.headers, 'traceparent');
      const { traceId } = traceContextOf(request) ?? {};
      if (traceId !== undefined && ids.includes(traceId)) continue;
      yield {
        expected: 'traceparent with the trace id of the caller',
        actual: traceId === undefined ? (value ?? 'absent') : 'another trace id',
        where: 'header traceparent of the upstream request',
        exchange,
      };
      return;
    }
  },
});

/** The digest that stands for the credentials of a proxy upstream. */
const PROXY_CREDENTIALS = 'proxy-authorization';

export const relayHopHeaders = relayRule('relay-hop-headers', {
  level: 'must',
  assumed: 'RFC 9110 §7.6.1',
  statement: 'Headers for the connection of the caller are not forwarded to the upstream.',
  harm: 'A header for one connection means something else on the next one: credentials, framing, upgrades.',
  provenBy: 'relay-forward-hop',
  operations: BILLABLE,
  probe: relayedHopHeaders,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    const { headers } = needCalls(relay).at(-1)?.request ?? { headers: [] };
    for (const [name, value] of headers) {
      const isForwarded =
        name === LISTED_HEADER || name === PROXY_CREDENTIALS || value.includes(HOP_VALUE);
      if (!isForwarded) continue;
      yield {
        expected: 'absent',
        actual: value,
        where: `header ${name} of the upstream request`,
        exchange,
      };
    }
  },
});

export const relayRedirect = relayRule('relay-redirect', {
  level: 'must',
  assumed:
    'RFC 9110 §15.4 (remove Authorization for another origin); CWE-522; curl CVE-2018-1000007',
  statement:
    'A redirect of the upstream to another origin is not followed with the key of the gateway.',
  harm: 'A server that the provider redirects to gets the key of the gateway, and the prompts of its callers.',
  provenBy: 'relay-follow-redirect',
  operations: BILLABLE,
  probe: redirectingUpstream,
  *judge({ upstream, exchanges: [exchange] }) {
    const targets = upstream.flatMap(({ answer }) => hostOf(header(answer.headers, 'location')));
    need(targets.length > 0, 'a redirect of the upstream');
    for (const call of upstream) {
      const host = header(call.request.headers, 'host');
      const credential = credentialOf(call);
      if (host === undefined || credential === undefined || !targets.includes(host)) continue;
      const [name] = credential;
      yield {
        expected: 'no key at another origin',
        actual: `the key of the gateway at ${host}`,
        where: `header ${name} of the upstream request`,
        exchange,
      };
      return;
    }
  },
});

/** The host and port of an address; none for one that is relative. */
function hostOf(address: string | undefined): readonly string[] {
  const url = address === undefined ? null : URL.parse(address);
  return url === null ? [] : [url.host];
}
