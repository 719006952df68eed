import { authWwwAuthenticate } from '../../../../src/conformance/rules/auth/auth-www-authenticate.ts';
import { wrapper } from '../errors/error-bodies.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const refused = (challenge: string | undefined, credential: 'none' | 'other' = 'none') =>
  answer(wrapper(), {
    status: 401,
    request: { credential },
    ...(challenge === undefined ? {} : { headers: { 'www-authenticate': challenge } }),
  });

ruleTable(authWwwAuthenticate, [
  { name: 'a challenge for Bearer', evidence: refused('Bearer realm="api"') },
  { name: 'the scheme in lower case', evidence: refused('bearer') },
  { name: 'Bearer as the second challenge', evidence: refused('Basic realm="x", Bearer') },
  {
    name: 'an error code for an unknown key',
    evidence: refused('Bearer error="invalid_token"', 'other'),
  },
  {
    name: 'an error code of another scheme, for a missing key',
    evidence: refused('Session error="no_session", Bearer realm="say, \\"error=1\\""'),
  },
  {
    name: 'no challenge',
    evidence: refused(undefined),
    findings: [{ expected: 'Bearer', actual: 'absent', where: 'www-authenticate' }],
  },
  {
    name: 'another scheme',
    evidence: refused('Basic realm="x"'),
    findings: [{ actual: 'Basic realm="x"' }],
  },
  {
    name: 'Bearer within the realm of another scheme',
    evidence: refused('Basic realm="a, Bearer b"'),
    findings: [{ expected: 'Bearer' }],
  },
  {
    name: 'an error code for a missing key',
    evidence: refused('Bearer realm="api", error="invalid_token"'),
    findings: [{ expected: 'no error code' }],
  },
  { name: '403', evidence: answer(wrapper(), { status: 403 }), unverifiable: 'needs a 401' },
]);
