import { authMissingRefused } from '../../../../src/conformance/rules/auth/auth-missing-refused.ts';
import { completion } from '../chat/completions.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const request = { credential: 'none' } as const;
const CHAT = 'http://g.test/v1/chat/completions';

ruleTable(authMissingRefused, [
  { name: '401', evidence: answer({ error: {} }, { request, status: 401 }) },
  { name: '403, which another rule forbids,', evidence: answer('', { request, status: 403 }) },
  { name: 'a redirect to a page to log in', evidence: answer('', { request, status: 302 }) },
  {
    name: 'an answer',
    evidence: answer(completion(), { request }),
    findings: [{ expected: 'a refusal', actual: 200, where: 'status' }],
  },
  {
    name: 'a stream',
    evidence: stream([event('[DONE]')], { request }),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a completion under a path with a slash at its end',
    evidence: answer(completion(), { request: { ...request, url: `${CHAT}/` } }),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a page under a path with a slash at its end',
    evidence: answer({ hello: 'world' }, { request: { ...request, url: `${CHAT}/` } }),
  },
  { name: 'a request with a key', evidence: answer(completion()), unverifiable: 'without a key' },
  {
    name: 'a connection that is closed',
    evidence: answer('', { request, outcome: 'reset', unanswered: true }),
    unverifiable: 'reset',
  },

  { name: '300', evidence: answer('', { request, status: 300 }) },
]);
