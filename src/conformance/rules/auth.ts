import { member } from '../../answers/json.ts';
import { narrow } from '../../answers/narrow.ts';
import { readChallenges } from '../../answers/www-authenticate.ts';
import { factsOf, OPERATION_NAMES } from '../../contract/operations.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import { KEY_MARKER } from '../../exchange/redaction/redact.ts';
import { anyRule, failureRule, receivedRule, seriesRule } from '../declare.ts';
import { isSettled } from '../findings/acceptance.ts';
import { isOrdinary } from '../findings/ordinary-request.ts';
import {
  cookieKeys,
  invalidWithoutKey,
  keyMutants,
  otherSchemes,
  queryKeys,
  schemeSpaces,
  schemeSpellings,
  shownKeys,
  unauthenticated,
} from '../probes/credentials.ts';
import { acceptedToo, keyRefused, refused } from '../rows/requests.ts';
import { appliesTo, need, needSeen } from '../rule.ts';
import { BEARER_KEY, isBearer, keyCarriage } from '../sending/key-carriage.ts';
import { hasGoodBody } from '../sending/well-formed-request.ts';

export const authMissingRefused = anyRule('auth-missing-refused', {
  level: 'must',
  stated:
    'interface §Endpoints: "Every endpoint requires bearer authentication"; §Authentication 1: "Every endpoint expects the header Authorization with the value Bearer <API_KEY>."',
  statement: 'Every endpoint refuses a request without an Authorization header.',
  harm: 'Without a key, anyone can read the results of other users and spend their money.',
  provenBy: 'auth-skip-one-route',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: unauthenticated,
  *judge({ exchange, status }) {
    appliesTo(exchange.request.credential === 'none', 'a request without a key');
    if (isSuccess({ status }) && isOfOperation(exchange)) {
      yield { expected: 'a refusal', actual: status, where: 'status' };
    }
  },
});

/** Any server may answer an odd path; only the result of an operation shows that it was carried out. */
function isOfOperation(exchange: Exchange): boolean {
  const { operation } = exchange;
  if (isOrdinary(exchange) || operation === 'other') return true;
  const { landmark = 'id' } = factsOf(operation);
  return member(narrow('answer', exchange)?.json, landmark) !== undefined;
}

export const authUnknownKeyRefused = anyRule('auth-unknown-key-refused', {
  level: 'must',
  stated:
    'interface §Authentication 1-2: "the value Bearer <API_KEY>"; "The key is issued in the API-keys section of the service\'s console. It has the form <prefix>_live_<rest>."',
  statement: 'Every endpoint refuses a key that was never issued, in any form.',
  harm: 'A caller needs only to know the form of a key to get in.',
  provenBy: 'auth-accept-any-key',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: unauthenticated,
  *judge({ exchange, status }) {
    appliesTo(
      exchange.request.credential === 'other',
      'a request with a key that was never issued',
    );
    if (isSuccess({ status })) {
      yield { expected: 'a refusal', actual: status, where: 'status' };
    }
  },
});

export const authMissing401 = anyRule('auth-missing-401', {
  level: 'must',
  assumed: 'RFC 9110 §15.5.2; RFC 6750 §3.1',
  statement: 'A request with a missing or invalid key returns 401.',
  harm: 'Clients ask for another key only after 401: after 403 they give up, after 500 they retry forever.',
  provenBy: 'auth-missing-as-403',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  settings: ['unauthenticatedStatus'],
  probe: unauthenticated,
  *judge({ exchange, status }, expect) {
    const { credential } = exchange.request;
    appliesTo(credential === 'none' || credential === 'other', 'a request without a valid key');
    appliesTo(isOrdinary(exchange), 'a request that every server hands to the gateway');
    need(status >= 300 && status !== 429, 'a refusal');
    // A gateway may report what else is wrong with a request before it checks the key.
    const mayLack =
      exchange.operation !== 'video-create' && exchange.operation.startsWith('video-');
    const isForKey = hasGoodBody(exchange) && !(mayLack && status === 404);
    need(isForKey, 'a request that is refused only because of its key');
    if (!expect.unauthenticatedStatus.includes(status)) {
      const expected = expect.unauthenticatedStatus.join(' or ');
      yield { expected, actual: status, where: 'status' };
    }
  },
});

export const authWwwAuthenticate = failureRule('auth-www-authenticate', {
  level: 'should',
  assumed: 'RFC 9110 §11.6.1; RFC 6750 §3, §3.1',
  statement:
    'A 401 has a WWW-Authenticate challenge with the scheme Bearer, and no error code if the request had no key.',
  harm: 'A generic client reads in the challenge which scheme to use: without it, the client can only fail.',
  provenBy: 'auth-no-challenge',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  settings: ['keyHeader', 'keyScheme'],
  probe: unauthenticated,
  *judge({ exchange, status }, expect) {
    needSeen(isBearer(keyCarriage(expect)), BEARER_KEY);
    need(status === 401, 'a 401');
    const values = (exchange.answer?.headers ?? [])
      .filter(([name]) => name === 'www-authenticate')
      .map(([, value]) => value);
    const challenges = values.flatMap(readChallenges).filter(({ scheme }) => scheme === 'bearer');
    const where = 'www-authenticate';
    const actual = values.join(', ') || 'absent';
    if (challenges.length === 0) yield { expected: 'Bearer', actual, where };
    const hasCode = challenges.some(({ parameters }) => parameters.includes('error'));
    if (hasCode && exchange.request.credential === 'none') {
      yield { expected: 'no error code', actual, where };
    }
  },
});

export const authBeforeEverything = seriesRule('auth-before-everything', {
  level: 'should',
  assumed: 'RFC 6750 §3.1; OWASP API Security Top 10 2023, API2',
  statement:
    'The gateway refuses a request without a key before it looks at the body or the resource.',
  harm: 'Without a key, an attacker learns which jobs exist and makes the gateway do work.',
  provenBy: 'auth-after-lookup',
  operations: ['chat', 'video-read'],
  needs: ['api-key'],
  probe: invalidWithoutKey,
  *judge({ label, exchanges }) {
    const [good, odd] = exchanges;
    need(good && odd && isSettled(good) && isSettled(odd), 'an answer to both requests');
    const alike = good.operation === odd.operation;
    const [expected, actual] = [refusalOf(good, alike), refusalOf(odd, alike)];
    need(expected.startsWith('4'), 'a refusal of the request without a key');
    if (actual !== expected) {
      yield { expected: `${expected}, for ${label} too`, actual, exchange: odd };
    }
  },
});

/**
 * What is compared of a refusal: its ids and times may differ, and two operations may describe the
 * same refusal differently.
 */
function refusalOf(exchange: Exchange, inDetail: boolean): string {
  if (!inDetail) return String(exchange.answer?.status ?? '');
  const answer = narrow('failure', exchange);
  const error = member(answer?.json, 'error');
  const words = [exchange.answer?.status, member(error, 'type'), member(error, 'code')];
  return words.filter((word) => word !== undefined).join(' ');
}

export const authKeyNotEchoed = receivedRule('auth-key-not-echoed', {
  level: 'must',
  assumed: 'OWASP API Security Top 10 2023, API8; BerriAI/litellm#39757',
  statement:
    "No header or body of an answer shows the caller's key, or 12 or more characters of it, decoded and with the deltas of a stream joined.",
  harm: 'Answers end up in logs, screenshots and bug reports: a key in them is public.',
  provenBy: 'auth-echo-key',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: shownKeys,
  *judge({ exchange }) {
    const { answer } = exchange;
    for (const [name, value] of answer?.headers ?? []) {
      for (const actual of markersIn(`${name}: ${value}`)) {
        yield { expected: 'no key', actual, where: name };
      }
    }
    for (const actual of markersInBody(answer?.body)) {
      yield { expected: 'no key', actual, where: 'body' };
    }
  },
});

/** Each marker contains one of these, so most bodies need not be decoded. */
const CLUES = ['API key ', 'sent credential'];

function markersInBody(body: Uint8Array | undefined): readonly string[] {
  if (body === undefined) return [];
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return CLUES.some((clue) => bytes.includes(clue)) ? markersIn(bytes.toString('utf8')) : [];
}

/** Each marker once: a key in the deltas of a stream leaves one in each of them. */
function markersIn(text: string): readonly string[] {
  return [...new Set(text.match(KEY_MARKER))];
}

export const authCookieKeyRefused = keyRefused('auth-cookie-key-refused', {
  level: 'should',
  assumed:
    'OWASP, Cross-Site Request Forgery Prevention; RFC 6750 §2 (three ways, none of them a cookie)',
  statement: 'The gateway does not accept a key in a cookie.',
  harm: 'A browser sends cookies automatically: any page that its user visits could use the key.',
  provenBy: 'auth-accept-cookie-key',
  operations: ['chat'],
  needs: ['api-key'],
  probe: cookieKeys,
});

export const authKeyExactMatch = refused('auth-key-exact-match', {
  level: 'must',
  assumed: 'interface §Authentication 1 (value Bearer <API_KEY>); RFC 6750 §2.1',
  statement:
    'The gateway compares the whole key, with its case: a key that differs in one character is refused.',
  harm: 'A key that is compared in part can be guessed part by part.',
  provenBy: 'auth-prefix-match',
  operations: ['chat'],
  needs: ['api-key'],
  probe: keyMutants,
});

export const authOtherSchemeRefused = keyRefused('auth-other-scheme-refused', {
  level: 'should',
  assumed: 'interface §Authentication 1 (Scheme: HTTP bearer)',
  statement:
    'The gateway accepts a key only with the scheme Bearer in the Authorization header, or in another form that it offers on purpose.',
  harm: 'Filters and logs mask the Bearer header: a key that also works elsewhere leaks from there.',
  provenBy: 'auth-accept-raw-key',
  operations: ['chat'],
  needs: ['api-key'],
  probe: otherSchemes,
});

export const authQueryKeyRefused = keyRefused('auth-query-key-refused', {
  level: 'should',
  assumed: 'RFC 6750 §2.3, §5.3',
  statement: 'The gateway does not accept a key in the query of the URL.',
  harm: 'URLs are written to logs and to the browser history, and the key with them.',
  provenBy: 'auth-accept-query-key',
  operations: ['chat'],
  needs: ['api-key'],
  probe: queryKeys,
});

export const authSchemeCaseInsensitive = acceptedToo('auth-scheme-case-insensitive', {
  level: 'must',
  assumed: 'RFC 9110 §11.1',
  statement: 'The gateway accepts the scheme Bearer in upper, lower or mixed case.',
  harm: 'A client library that writes the scheme in another case, which is legal, cannot log in.',
  provenBy: 'auth-scheme-case-sensitive',
  operations: ['chat'],
  needs: ['api-key'],
  probe: schemeSpellings,
});

export const authSchemeSpaces = acceptedToo('auth-scheme-spaces', {
  level: 'should',
  assumed: 'RFC 9110 §11.4 (one space or more)',
  statement: 'The gateway accepts more than one space after the scheme Bearer.',
  harm: 'A header that a client builds from parts may have more than one space: that client cannot log in.',
  provenBy: 'auth-one-space-only',
  operations: ['chat'],
  needs: ['api-key'],
  probe: schemeSpaces,
});
