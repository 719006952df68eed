import { createHash } from 'node:crypto';
import { LISTED_HEADER } from '../../../../src/conformance/probes/relay/requests.ts';
import { relayNoInternals } from '../../../../src/conformance/rules/relay/failures.ts';
import {
  relayCallerKeyWithheld,
  relayCookiesWithheld,
  relayHopHeaders,
  relayRedirect,
  relayTraceContinued,
  relayUpstreamKeyWithheld,
} from '../../../../src/conformance/rules/relay/headers.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const callerKey = { expected: 'no API key of a caller upstream' };
const body = (text: string) => call({ request: { body: Buffer.from(text) } });

ruleTable(relayCallerKeyWithheld, [
  passes(
    'the key of the gateway',
    relay(
      [answer({})],
      [call({ request: { headers: [['authorization', 'Bearer sha256:0011223344556677']] } })],
    ),
  ),
  passes('a digest of the key', relay([answer({})], [body('[sha256 of API key 1]')])),
  finds(
    'the key in a header',
    relay(
      [answer({})],
      [call(), call({ request: { headers: [['x-caller', 'Bearer [API key 1]']] } })],
    ),
    { ...callerKey, where: 'header x-caller of the upstream request' },
  ),
  finds(
    'the key in base64 in the query',
    relay([answer({})], [call({ request: { path: '/v1/x?k=[base64 of API key 1]' } })]),
    { ...callerKey, where: 'path of the upstream request' },
  ),
  unverified('no upstream request', relay([answer({})], []), 'an upstream request with the nonce'),
]);

ruleTable(relayCookiesWithheld, [
  passes('no cookie', relay([answer({})], [call()])),
  finds(
    'a cookie of the caller in the second attempt',
    relay([answer({})], [call(), call({ request: { headers: [['cookie', 'a=1']] } })]),
    {
      expected: 'no cookie upstream',
      actual: 'a=1',
      where: 'header cookie of the upstream request',
    },
  ),
]);

const got = (...headers: readonly (readonly [string, string])[]) => call({ request: { headers } });

ruleTable(relayHopHeaders, [
  passes(
    'headers of the gateway for its own connection',
    relay([answer({})], [got(['connection', 'keep-alive'], ['te', 'trailers'])]),
  ),
  finds('a header that Connection names', relay([answer({})], [got([LISTED_HEADER, '1'])]), {
    expected: 'absent',
    where: `header ${LISTED_HEADER} of the upstream request`,
  }),
  finds(
    'credentials of a proxy, as their digest',
    relay([answer({})], [got(['proxy-authorization', 'Basic sha256:0011223344556677'])]),
    { where: 'header proxy-authorization of the upstream request' },
  ),
]);

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OTHER = '0af7651916cd43dd8448eb211c80319c';
const trace = (id: string, span = '00f067aa0ba902b7') =>
  ['traceparent', `00-${id}-${span}-01`] as const;
const traced = (...headers: readonly (readonly [string, string])[]) =>
  answer({}, { request: { headers } });
const shownTrace = {
  expected: 'traceparent with the trace id of the caller',
  where: 'header traceparent of the upstream request',
};

ruleTable(relayTraceContinued, [
  passes('the header as it is', relay([traced(trace(TRACE))], [got(trace(TRACE))])),
  passes(
    'a span of the gateway, in each attempt',
    relay(
      [traced(trace(TRACE))],
      [got(trace(TRACE, 'b7ad6b7169203331')), got(trace(TRACE, 'b7ad6b7169203332'))],
    ),
  ),
  passes(
    'the trace of the second of two requests',
    relay([traced(trace(TRACE)), traced(trace(OTHER))], [got(trace(OTHER))]),
  ),
  finds('no header', relay([traced(trace(TRACE))], [got()]), { ...shownTrace, actual: 'absent' }),
  finds('another trace', relay([traced(trace(TRACE))], [got(trace(OTHER))]), {
    ...shownTrace,
    actual: 'another trace id',
  }),
  finds('a header that is not valid', relay([traced(trace(TRACE))], [got(['traceparent', '1'])]), {
    ...shownTrace,
    actual: '1',
  }),
  unverified(
    'a caller without a trace',
    relay([traced()], [got()]),
    'a request without traceparent',
  ),
  unverified('no upstream request', relay([traced(trace(TRACE))], []), 'an upstream request with'),
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
  finds(
    'its host and its port apart',
    refusedWith("HTTPConnectionPool(host='127.0.0.1', port=9000): Connection refused"),
    shownAddress,
  ),
  passes(
    'two longer addresses that contain it',
    refusedWith('2127.0.0.1:9000 and 127.0.0.1:90001'),
  ),
  passes(
    'a name that is an ordinary word of the message',
    knownAs('provider', 'The provider failed; see https://provider.example.com/status.'),
  ),
  passes(
    'the address of the gateway itself, which it sends upstream as that of the caller',
    relay(
      [says('See http://127.0.0.1:8080/docs.')],
      [call({ request: { headers: [['host', '127.0.0.1:8080']] } })],
      { address },
    ),
  ),
  unverified(
    'the address in the text of the model',
    relay([answer({ choices: [{ message: { content: address } }] })], [], { address }),
    'a failure with an answer',
  ),
  unverified(
    'an upstream whose address is not known',
    relay([says(address)], [call()]),
    'the address of the upstream',
  ),
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
  passes('a redirect that is not followed', relay([caller], [redirected])),
  passes(
    'one that is followed without a key',
    relay([caller], [redirected, at('127.0.0.1:9001', ['authorization', ''])]),
  ),
  passes(
    'a second attempt at the same origin',
    relay([caller], [redirected, at('127.0.0.1:9000', KEY_HEADER)]),
  ),
  finds(
    'one that is followed with the key',
    relay([caller], [redirected, at('127.0.0.1:9001', KEY_HEADER)]),
    {
      expected: 'no key at another origin',
      actual: 'the key of the gateway at 127.0.0.1:9001',
      where: 'header authorization of the upstream request',
    },
  ),
  passes(
    'a request with a key and without a host',
    relay([caller], [redirected, call({ request: { headers: [KEY_HEADER] } })]),
  ),
  unverified(
    'a redirect without an address',
    relay([caller], [redirect('/v1/chat/completions'), at('127.0.0.1:9001', KEY_HEADER)]),
    'a redirect of the upstream',
  ),
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
  passes('a masked key', relay([failure('Incorrect API key: sk-of-t***9c2b.')], [refusedCall])),
  finds(
    'the key in a header',
    relay(
      [
        answer(
          {},
          { status: 500, headers: { 'x-echoed-key': GATEWAY_KEY, 'x-again': GATEWAY_KEY } },
        ),
      ],
      [refusedCall],
    ),
    { ...gatewayKey, where: 'header x-echoed-key' },
  ),
  finds(
    'the key in an error event',
    relay([stream([event({ error: { message: `Failed: ${GATEWAY_KEY}` } })])], [refusedCall]),
    { ...gatewayKey, where: 'the error' },
  ),
  passes(
    'the key in the text of a good answer, which is the text of the model',
    relay([answer({ choices: [{ message: { content: GATEWAY_KEY } }] })], [refusedCall]),
  ),
  unverified(
    'a gateway without a key',
    relay([failure(GATEWAY_KEY)], [call()]),
    'an upstream request with a key of the gateway',
  ),
  unverified(
    'no answer',
    relay([answer({}, { outcome: 'reset', unanswered: true })], [refusedCall]),
    'needs an answer',
  ),
]);
