import { errorsWrapper } from '../../../../src/conformance/rules/errors/errors-wrapper.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const facts = { operation: 'chat', status: 400 } as const;
const FLAT = { object: 'error', message: 'No.', type: 'BadRequestError', param: null, code: 400 };

ruleTable(errorsWrapper, [
  { name: 'the wrapper', evidence: answer(wrapper(), facts) },
  {
    name: 'more keys in and next to error',
    evidence: answer({ ...wrapper({ a: 1 }), b: 2 }, facts),
  },
  {
    name: 'an unknown address with the wrapper',
    evidence: answer(wrapper(), { operation: 'other', status: 404 }),
  },
  {
    name: 'a flat error',
    evidence: answer(FLAT, facts),
    findings: [{ where: 'error', actual: 'absent' }],
  },
  {
    name: 'an error without type and param where a profile allows it',
    evidence: answer(wrapper({ type: undefined, param: undefined }), facts),
    expect: { errorMembers: ['message', 'code'] },
  },
  {
    name: 'HTML',
    evidence: answer('<html>', { ...facts, type: 'text/html' }),
    unverifiable: 'needs a body in JSON',
  },
  {
    name: 'a failure of the HTTP server at a header of 100 kB',
    evidence: answer('', { ...facts, request: { headers: [['x', 'y'.repeat(100_000)]] } }),
    unverifiable: 'a request with an ordinary size and path',
  },
  {
    name: 'a redirect',
    evidence: answer('', { ...facts, status: 301 }),
    unverifiable: 'a failure status',
  },
  {
    name: 'a failed video call',
    evidence: answer(FLAT, { operation: 'video-create', status: 400 }),
    unverifiable: 'needs a request of another operation than video',
  },
]);
