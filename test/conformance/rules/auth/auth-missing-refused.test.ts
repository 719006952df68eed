import { authMissingRefused } from '../../../../src/conformance/rules/auth/auth-missing-refused.ts';
import { completion } from '../chat/completions.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const request = { credential: 'none' } as const;
const CHAT = 'http://g.test/v1/chat/completions';

ruleTable(authMissingRefused, [
  { name: '401', evidence: answer({ error: {} }, { request, status: 401 }) },
  { name: 'a redirect to a page to log in', evidence: answer('', { request, status: 302 }) },
  {
    name: 'a stream',
    evidence: stream([event('[DONE]')], { request }),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a page under a path with a slash at its end',
    evidence: answer({ hello: 'world' }, { request: { ...request, url: `${CHAT}/` } }),
  },
  { name: 'a request with a key', evidence: answer(completion()), unverifiable: 'without a key' },
]);
