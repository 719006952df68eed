import {
  cookieKeys,
  keyMutants,
  otherSchemes,
  queryKeys,
  schemeSpaces,
  schemeSpellings,
} from '../../probes/bearer-spellings.ts';
import { acceptedToo, keyRefused, refused } from '../../rows/requests.ts';

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
