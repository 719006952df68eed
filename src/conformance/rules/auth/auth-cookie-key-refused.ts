import { keyElsewhereNotRefused } from '../../findings/acceptance.ts';
import { cookieKeys } from '../../probes/bearer-spellings.ts';
import type { JudgeRule } from '../../rule.ts';

/** A browser sends cookies automatically: any page that its user visits could use the key. */
export const authCookieKeyRefused: JudgeRule<'series'> = {
  id: 'auth-cookie-key-refused',
  level: 'should',
  provenance: 'assumed',
  source:
    'OWASP, Cross-Site Request Forgery Prevention; RFC 6750 §2 (three ways, none of them a cookie)',
  statement: 'The gateway does not accept a key in a cookie.',
  provenBy: 'auth-accept-cookie-key',
  evidence: 'series',
  operations: ['chat'],
  needs: ['api-key'],
  probe: cookieKeys,

  judge: keyElsewhereNotRefused,
};
