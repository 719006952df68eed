import {
  authBeforeEverything,
  authKeyNotEchoed,
  authMissing401,
  authMissingRefused,
  authUnknownKeyRefused,
  authWwwAuthenticate,
} from '../../../../src/conformance/rules/auth.ts';
import { completion } from '../chat/completions.ts';
import { wrapper } from '../errors/error-bodies.ts';
import { answer, type ExchangeFacts, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const refusal = (status: number, members: Record<string, unknown> = {}) =>
  answer(wrapper({ type: 'auth', code: 'no_key', ...members }), { status });

const beside = (odd: ReturnType<typeof refusal>) =>
  series([refusal(401), odd], { label: 'a job that does not exist' });

ruleTable(authBeforeEverything, [
  { name: 'the same refusal', evidence: beside(refusal(401)) },
  {
    name: 'the same refusal with a different id',
    evidence: beside(refusal(401, { message: 'r-2', request_id: 2 })),
  },
  {
    name: '404 for a job that does not exist',
    evidence: beside(refusal(404, { code: 'not_found' })),
    findings: [
      {
        expected: '401 auth no_key, for a job that does not exist too',
        actual: '404 auth not_found',
      },
    ],
  },
  {
    name: 'another code at another operation',
    evidence: series([
      refusal(401),
      answer({ message: 'No.' }, { status: 401, operation: 'video-read' }),
    ]),
  },
  {
    name: '429 for one of them',
    evidence: beside(refusal(429)),
    unverifiable: 'an answer to both requests',
  },
  {
    name: 'a gateway that serves unauthenticated requests, which another rule forbids,',
    evidence: series([answer({}), answer({})]),
    unverifiable: 'needs a refusal of the request without a key',
  },
]);

ruleTable(authKeyNotEchoed, [
  { name: 'an answer', evidence: answer(completion()) },
  { name: 'a stream', evidence: stream([event('[DONE]')]) },
  { name: 'words that look like a marker', evidence: answer({ text: '[an API key 1]' }) },
  {
    name: 'the key in hex in a header',
    evidence: answer(completion(), { headers: { 'x-caller': 'id=[hex of API key 1]' } }),
    findings: [{ actual: '[hex of API key 1]', where: 'x-caller' }],
  },
  {
    name: 'the key in the pieces of several deltas, once',
    evidence: stream([
      event({ delta: '[part of API key 1]' }),
      event({ delta: '[part of API key 1][part of API key 1]' }),
    ]),
    findings: [{ actual: '[part of API key 1]', where: 'body' }],
  },
  {
    name: 'the key in an answer that was cut',
    evidence: answer('{"error":"[API key 1]', { outcome: 'truncated' }),
    findings: [{ actual: '[API key 1]' }],
  },
  {
    name: 'the key in a stream from which Assay disconnected',
    evidence: stream([event({ user: '[API key 1]' })], { outcome: 'aborted' }),
    findings: [{ actual: '[API key 1]' }],
  },
]);

const sent = { model: 'm', messages: [{ role: 'user', content: 'Hi.' }] };

const refused = (status: number, credential: 'none' | 'other' | 'first' = 'none') =>
  answer({ error: {} }, { status, sent, request: { credential } });

const unread = (facts: ExchangeFacts) =>
  answer({ error: {} }, { ...facts, request: { credential: 'none' } });

ruleTable(authMissing401, [
  { name: '401 for a missing key', evidence: refused(401) },
  { name: '401 for an unknown key', evidence: refused(401, 'other') },
  {
    name: '403 if a profile allows it',
    evidence: refused(403),
    expect: { unauthenticatedStatus: [401, 403] },
  },
  { name: 'a valid key', evidence: refused(401, 'first'), unverifiable: 'without a valid key' },
  {
    name: 'an answer, which another rule forbids,',
    evidence: refused(200),
    unverifiable: 'needs a refusal',
  },
  {
    name: '404 for a job that may not exist',
    evidence: unread({ status: 404, operation: 'video-read' }),
    unverifiable: 'a request that is refused only because of its key',
  },
  {
    name: '404 for a path with a slash at its end',
    evidence: answer(
      {},
      {
        status: 404,
        sent,
        request: { credential: 'none', url: 'http://g.test/v1/chat/completions/' },
      },
    ),
    unverifiable: 'a request that every server hands to the gateway',
  },
  { name: '300 for a missing key', evidence: refused(300), findings: [{ actual: 300 }] },
]);

const keyless = { credential: 'none' } as const;
const CHAT = 'http://g.test/v1/chat/completions';

ruleTable(authMissingRefused, [
  { name: '401', evidence: answer({ error: {} }, { request: keyless, status: 401 }) },
  {
    name: 'a redirect to a page to log in',
    evidence: answer('', { request: keyless, status: 302 }),
  },
  {
    name: 'a stream',
    evidence: stream([event('[DONE]')], { request: keyless }),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a page under a path with a slash at its end',
    evidence: answer({ hello: 'world' }, { request: { ...keyless, url: `${CHAT}/` } }),
  },
  { name: 'a request with a key', evidence: answer(completion()), unverifiable: 'without a key' },
]);

const stranger = { credential: 'other' } as const;

ruleTable(authUnknownKeyRefused, [
  { name: '401', evidence: answer({ error: {} }, { request: stranger, status: 401 }) },
  {
    name: 'an answer',
    evidence: answer(completion(), { request: stranger }),
    findings: [{ expected: 'a refusal', actual: 200, where: 'status' }],
  },
  { name: 'a known key', evidence: answer(completion()), unverifiable: 'never issued' },
]);

const challenged = (challenge: string | undefined, credential: 'none' | 'other' = 'none') =>
  answer(wrapper(), {
    status: 401,
    request: { credential },
    ...(challenge === undefined ? {} : { headers: { 'www-authenticate': challenge } }),
  });

ruleTable(authWwwAuthenticate, [
  { name: 'a challenge for Bearer', evidence: challenged('Bearer realm="api"') },
  { name: 'the scheme in lower case', evidence: challenged('bearer') },
  { name: 'Bearer as the second challenge', evidence: challenged('Basic realm="x", Bearer') },
  {
    name: 'an error code for an unknown key',
    evidence: challenged('Bearer error="invalid_token"', 'other'),
  },
  {
    name: 'an error code of another scheme, for a missing key',
    evidence: challenged('Session error="no_session", Bearer realm="say, \\"error=1\\""'),
  },
  {
    name: 'no challenge',
    evidence: challenged(undefined),
    findings: [{ expected: 'Bearer', actual: 'absent', where: 'www-authenticate' }],
  },
  {
    name: 'no challenge where the key is in another header',
    evidence: challenged(undefined),
    expect: { keyHeader: 'x-api-key' },
    unverifiable: 'a bearer token as key',
  },
  {
    name: 'another scheme',
    evidence: challenged('Basic realm="x"'),
    findings: [{ actual: 'Basic realm="x"' }],
  },
  {
    name: 'Bearer within the realm of another scheme',
    evidence: challenged('Basic realm="a, Bearer b"'),
    findings: [{ expected: 'Bearer' }],
  },
  {
    name: 'an error code for a missing key',
    evidence: challenged('Bearer realm="api", error="invalid_token"'),
    findings: [{ expected: 'no error code' }],
  },
  { name: '403', evidence: answer(wrapper(), { status: 403 }), unverifiable: 'needs a 401' },
]);
