import { createHash } from 'node:crypto';
import { LISTED_HEADER } from '../../../../src/conformance/probes/relay/headers.ts';
import { relayNoInternals } from '../../../../src/conformance/rules/relay/failures.ts';
import {
  relayCallerKeyWithheld,
  relayCookiesWithheld,
  relayHopHeaders,
  relayRedirect,
  relayUpstreamKeyWithheld,
} from '../../../../src/conformance/rules/relay/headers.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const callerKey = { expected: 'no API key of a caller upstream' };
const body = (text: string) => call({ request: { body: Buffer.from(text) } });

ruleTable(relayCallerKeyWithheld, [
  {
    name: 'the key of the gateway',
    evidence: relay(
      [answer({})],
      [call({ request: { headers: [['authorization', 'Bearer sha256:0011223344556677']] } })],
    ),
  },
  { name: 'a digest of the key', evidence: relay([answer({})], [body('[sha256 of API key 1]')]) },
  {
    name: 'the key in a header',
    evidence: relay(
      [answer({})],
      [call(), call({ request: { headers: [['x-caller', 'Bearer [API key 1]']] } })],
    ),
    findings: [{ ...callerKey, where: 'header x-caller of the upstream request' }],
  },
  {
    name: 'the key in base64 in the query',
    evidence: relay([answer({})], [call({ request: { path: '/v1/x?k=[base64 of API key 1]' } })]),
    findings: [{ ...callerKey, where: 'path of the upstream request' }],
  },
  {
    name: 'no upstream request',
    evidence: relay([answer({})], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);

ruleTable(relayCookiesWithheld, [
  { name: 'no cookie', evidence: relay([answer({})], [call()]) },
  {
    name: 'a cookie of the caller in the second attempt',
    evidence: relay([answer({})], [call(), call({ request: { headers: [['cookie', 'a=1']] } })]),
    findings: [
      {
        expected: 'no cookie upstream',
        actual: 'a=1',
        where: 'header cookie of the upstream request',
      },
    ],
  },
]);

const got = (...headers: readonly (readonly [string, string])[]) => call({ request: { headers } });

ruleTable(relayHopHeaders, [
  {
    name: 'headers of the gateway for its own connection',
    evidence: relay([answer({})], [got(['connection', 'keep-alive'], ['te', 'trailers'])]),
  },
  {
    name: 'a header that Connection names',
    evidence: relay([answer({})], [got([LISTED_HEADER, '1'])]),
    findings: [{ expected: 'absent', where: `header ${LISTED_HEADER} of the upstream request` }],
  },
  {
    name: 'credentials of a proxy, as their digest',
    evidence: relay([answer({})], [got(['proxy-authorization', 'Basic sha256:0011223344556677'])]),
    findings: [{ where: 'header proxy-authorization of the upstream request' }],
  },
]);

const address = '127.0.0.1:9000';
const says = (message: string, status = 502) => answer({ error: { message } }, { status });
const refusedWith = (message: string) => relay([says(message)], [], { address });
const knownAs = (host: string, message: string) =>
  relay([says(message)], [call({ request: { headers: [['host', host]] } })]);
const shownAddress = {
  expected: 'no address of the upstream',
  actual: address,
  where: 'the error',
};

ruleTable(relayNoInternals, [
  { name: 'a message without it', evidence: refusedWith('The provider is not available.') },
  {
    name: 'the address in a message',
    evidence: refusedWith('connect ECONNREFUSED 127.0.0.1:9000'),
    findings: [shownAddress],
  },
  {
    name: 'its host and its port apart',
    evidence: refusedWith("HTTPConnectionPool(host='127.0.0.1', port=9000): Connection refused"),
    findings: [shownAddress],
  },
  {
    name: 'two longer addresses that contain it',
    evidence: refusedWith('2127.0.0.1:9000 and 127.0.0.1:90001'),
  },
  {
    name: 'a name that is an ordinary word of the message',
    evidence: knownAs('provider', 'The provider failed; see https://provider.example.com/status.'),
  },
  {
    name: 'the address of the gateway itself, which it sends upstream as that of the caller',
    evidence: relay(
      [says('See http://127.0.0.1:8080/docs.')],
      [call({ request: { headers: [['host', '127.0.0.1:8080']] } })],
      { address },
    ),
  },
  {
    name: 'the address in the text of the model',
    evidence: relay([answer({ choices: [{ message: { content: address } }] })], [], { address }),
    unverifiable: 'a failure with an answer',
  },
  {
    name: 'an upstream whose address is not known',
    evidence: relay([says(address)], [call()]),
    unverifiable: 'the address of the upstream',
  },
]);

const KEY_HEADER = ['authorization', 'Bearer sha256:0123456789abcdef'] as const;
const caller = answer({}, { status: 502 });
const redirect = (location: string) =>
  call({
    answer: { status: 307, headers: [['location', location]] },
    request: { headers: [['host', '127.0.0.1:9000'], KEY_HEADER] },
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
    evidence: relay([caller], [redirected, at('127.0.0.1:9000', KEY_HEADER)]),
  },
  {
    name: 'one that is followed with the key',
    evidence: relay([caller], [redirected, at('127.0.0.1:9001', KEY_HEADER)]),
    findings: [
      {
        expected: 'no key at another origin',
        actual: 'the key of the gateway at 127.0.0.1:9001',
        where: 'header authorization of the upstream request',
      },
    ],
  },
  {
    name: 'a request with a key and without a host',
    evidence: relay([caller], [redirected, call({ request: { headers: [KEY_HEADER] } })]),
  },
  {
    name: 'a redirect without an address',
    evidence: relay([caller], [redirect('/v1/chat/completions'), at('127.0.0.1:9001', KEY_HEADER)]),
    unverifiable: 'a redirect of the upstream',
  },
]);

const GATEWAY_KEY = 'sk-of-the-gateway-5f3a9c2b';
const DIGEST = createHash('sha256').update(GATEWAY_KEY).digest('hex').slice(0, 16);

const refusedCall = call({
  request: { headers: [['authorization', `Bearer sha256:${DIGEST}`]] },
  answer: { status: 401 },
});
const failure = (message: string) => answer({ error: { message } }, { status: 401 });
const gatewayKey = { expected: 'no key of the gateway', actual: 'its key at the upstream' };

ruleTable(relayUpstreamKeyWithheld, [
  {
    name: 'a message without it',
    evidence: relay([failure('The provider failed.')], [refusedCall]),
  },
  {
    name: 'a masked key',
    evidence: relay([failure('Incorrect API key: sk-of-t***9c2b.')], [refusedCall]),
  },
  {
    name: 'the key in a message',
    evidence: relay([failure(`n3f9c2a71 refused ${GATEWAY_KEY} .`)], [refusedCall]),
    findings: [{ ...gatewayKey, where: 'the error' }],
  },
  {
    name: 'the key in a header',
    evidence: relay(
      [
        answer(
          {},
          { status: 500, headers: { 'x-echoed-key': GATEWAY_KEY, 'x-again': GATEWAY_KEY } },
        ),
      ],
      [refusedCall],
    ),
    findings: [{ ...gatewayKey, where: 'header x-echoed-key' }],
  },
  {
    name: 'the key in an error event',
    evidence: relay(
      [stream([event({ error: { message: `Failed: ${GATEWAY_KEY}` } })])],
      [refusedCall],
    ),
    findings: [{ ...gatewayKey, where: 'the error' }],
  },
  {
    name: 'the key in the text of a good answer, which is the text of the model',
    evidence: relay([answer({ choices: [{ message: { content: GATEWAY_KEY } }] })], [refusedCall]),
  },
  {
    name: 'a gateway without a key',
    evidence: relay([failure(GATEWAY_KEY)], [call()]),
    unverifiable: 'an upstream request with a key of the gateway',
  },
  {
    name: 'no answer',
    evidence: relay([answer({}, { outcome: 'reset', unanswered: true })], [refusedCall]),
    unverifiable: 'needs an answer',
  },
]);
