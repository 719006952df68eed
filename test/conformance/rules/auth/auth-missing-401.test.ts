import { authMissing401 } from '../../../../src/conformance/rules/auth/auth-missing-401.ts';
import { answer, type ExchangeFacts } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

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
