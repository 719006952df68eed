import { relayRedirect } from '../../../../src/conformance/rules/relay/relay-redirect.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const KEY = ['authorization', 'Bearer sha256:0123456789abcdef'] as const;
const caller = answer({}, { status: 502 });
const redirect = (location: string) =>
  call({
    answer: { status: 307, headers: [['location', location]] },
    request: { headers: [['host', '127.0.0.1:9000'], KEY] },
  });
const redirected = redirect('http://127.0.0.1:9001/v1/chat/completions?of=n3f9c2a71');
const at = (host: string, ...headers: readonly (readonly [string, string])[]) =>
  call({ request: { headers: [['host', host], ...headers] } });

ruleTable(relayRedirect, [
  { name: 'a redirect that is not followed', evidence: relay([caller], [redirected]) },
  {
    name: 'one that is followed without a key',
    evidence: relay([caller], [redirected, at('127.0.0.1:9001', ['authorization', ''])]),
  },
  {
    name: 'a second attempt at the same origin',
    evidence: relay([caller], [redirected, at('127.0.0.1:9000', KEY)]),
  },
  {
    name: 'one that is followed with the key',
    evidence: relay([caller], [redirected, at('127.0.0.1:9001', KEY)]),
    findings: [
      {
        expected: 'no key at another origin',
        actual: 'the key of the gateway at 127.0.0.1:9001',
        where: 'header authorization of the upstream request',
      },
    ],
  },
  {
    name: 'two that are followed with the key in another header',
    evidence: relay(
      [caller],
      [
        redirected,
        at('127.0.0.1:9001', ['x-api-key', 'sha256:0123456789abcdef']),
        at('127.0.0.1:9001', KEY),
      ],
    ),
    findings: [{ where: 'header x-api-key of the upstream request' }],
  },
  {
    name: 'a request with a key and without a host',
    evidence: relay([caller], [redirected, call({ request: { headers: [KEY] } })]),
  },
  {
    name: 'a redirect without an address',
    evidence: relay([caller], [redirect('/v1/chat/completions'), at('127.0.0.1:9001', KEY)]),
    unverifiable: 'a redirect of the upstream',
  },
  {
    name: 'no redirect',
    evidence: relay([caller], [call()]),
    unverifiable: 'a redirect of the upstream',
  },
]);
