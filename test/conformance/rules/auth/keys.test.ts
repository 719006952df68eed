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
import { finds, passes, unverified } from '../verdicts.ts';

const refusal = (status: number, members: Record<string, unknown> = {}) =>
  answer(wrapper({ type: 'auth', code: 'no_key', ...members }), { status });

const beside = (odd: ReturnType<typeof refusal>) =>
  series([refusal(401), odd], { label: 'a job that does not exist' });

ruleTable(authBeforeEverything, [
  passes('the same refusal', beside(refusal(401))),
  passes(
    'the same refusal with a different id',
    beside(refusal(401, { message: 'r-2', request_id: 2 })),
  ),
  finds('404 for a job that does not exist', beside(refusal(404, { code: 'not_found' })), {
    expected: '401 auth no_key, for a job that does not exist too',
    actual: '404 auth not_found',
  }),
  passes(
    'another code at another operation',
    series([refusal(401), answer({ message: 'No.' }, { status: 401, operation: 'video-read' })]),
  ),
  unverified('429 for one of them', beside(refusal(429)), 'an answer to both requests'),
  unverified(
    'a gateway that serves unauthenticated requests, which another rule forbids,',
    series([answer({}), answer({})]),
    'needs a refusal of the request without a key',
  ),
]);

ruleTable(authKeyNotEchoed, [
  passes('an answer', answer(completion())),
  passes('a stream', stream([event('[DONE]')])),
  passes('words that look like a marker', answer({ text: '[an API key 1]' })),
  finds(
    'the key in hex in a header',
    answer(completion(), { headers: { 'x-caller': 'id=[hex of API key 1]' } }),
    { actual: '[hex of API key 1]', where: 'x-caller' },
  ),
  finds(
    'the key in the pieces of several deltas, once',
    stream([
      event({ delta: '[part of API key 1]' }),
      event({ delta: '[part of API key 1][part of API key 1]' }),
    ]),
    { actual: '[part of API key 1]', where: 'body' },
  ),
  finds(
    'the key in an answer that was cut',
    answer('{"error":"[API key 1]', { outcome: 'truncated' }),
    { actual: '[API key 1]' },
  ),
  finds(
    'the key in a stream from which Assay disconnected',
    stream([event({ user: '[API key 1]' })], { outcome: 'aborted' }),
    { actual: '[API key 1]' },
  ),
]);

const sent = { model: 'm', messages: [{ role: 'user', content: 'Hi.' }] };

const refused = (status: number, credential: 'none' | 'other' | 'first' = 'none') =>
  answer({ error: {} }, { status, sent, request: { credential } });

const unread = (facts: ExchangeFacts) =>
  answer({ error: {} }, { ...facts, request: { credential: 'none' } });

ruleTable(authMissing401, [
  passes('401 for a missing key', refused(401)),
  passes('401 for an unknown key', refused(401, 'other')),
  passes('403 if a profile allows it', refused(403), { unauthenticatedStatus: [401, 403] }),
  unverified('a valid key', refused(401, 'first'), 'without a valid key'),
  unverified('an answer, which another rule forbids,', refused(200), 'needs a refusal'),
  unverified(
    '404 for a job that may not exist',
    unread({ status: 404, operation: 'video-read' }),
    'a request that is refused only because of its key',
  ),
  unverified(
    '404 for a path with a slash at its end',
    answer(
      {},
      {
        status: 404,
        sent,
        request: { credential: 'none', url: 'http://g.test/v1/chat/completions/' },
      },
    ),
    'a request that every server hands to the gateway',
  ),
  finds('300 for a missing key', refused(300), { actual: 300 }),
]);

const keyless = { credential: 'none' } as const;
const CHAT = 'http://g.test/v1/chat/completions';

ruleTable(authMissingRefused, [
  passes('401', answer({ error: {} }, { request: keyless, status: 401 })),
  passes('a redirect to a page to log in', answer('', { request: keyless, status: 302 })),
  finds('a stream', stream([event('[DONE]')], { request: keyless }), { actual: 200 }),
  passes(
    'a page under a path with a slash at its end',
    answer({ hello: 'world' }, { request: { ...keyless, url: `${CHAT}/` } }),
  ),
  unverified('a request with a key', answer(completion()), 'without a key'),
]);

const stranger = { credential: 'other' } as const;

ruleTable(authUnknownKeyRefused, [
  passes('401', answer({ error: {} }, { request: stranger, status: 401 })),
  finds('an answer', answer(completion(), { request: stranger }), {
    expected: 'a refusal',
    actual: 200,
    where: 'status',
  }),
  unverified('a known key', answer(completion()), 'never issued'),
]);

const challenged = (challenge: string | undefined, credential: 'none' | 'other' = 'none') =>
  answer(wrapper(), {
    status: 401,
    request: { credential },
    ...(challenge === undefined ? {} : { headers: { 'www-authenticate': challenge } }),
  });

ruleTable(authWwwAuthenticate, [
  passes('a challenge for Bearer', challenged('Bearer realm="api"')),
  passes('the scheme in lower case', challenged('bearer')),
  passes('Bearer as the second challenge', challenged('Basic realm="x", Bearer')),
  passes('an error code for an unknown key', challenged('Bearer error="invalid_token"', 'other')),
  passes(
    'an error code of another scheme, for a missing key',
    challenged('Session error="no_session", Bearer realm="say, \\"error=1\\""'),
  ),
  finds('no challenge', challenged(undefined), {
    expected: 'Bearer',
    actual: 'absent',
    where: 'www-authenticate',
  }),
  unverified(
    'no challenge where the key is in another header',
    challenged(undefined),
    'a bearer token as key: keyHeader or keyScheme of the profile sets another form',
    { keyHeader: 'x-api-key' },
  ),
  finds('another scheme', challenged('Basic realm="x"'), { actual: 'Basic realm="x"' }),
  finds('Bearer within the realm of another scheme', challenged('Basic realm="a, Bearer b"'), {
    expected: 'Bearer',
  }),
  finds(
    'an error code for a missing key',
    challenged('Bearer realm="api", error="invalid_token"'),
    { expected: 'no error code' },
  ),
  unverified('403', answer(wrapper(), { status: 403 }), 'needs a 401'),
]);
