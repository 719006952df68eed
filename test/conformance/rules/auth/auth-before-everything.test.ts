import { authBeforeEverything } from '../../../../src/conformance/rules/auth/auth-before-everything.ts';
import { wrapper } from '../errors/error-bodies.ts';
import { answer, series } from '../exchanges.ts';
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
