import { errorsMemberTypes } from '../../../../src/conformance/rules/errors/errors-member-types.ts';
import { ERROR_EVENT, WHOLE } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ERROR, sent } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const failed = (members: Record<string, unknown>) => answer(wrapper(members), { status: 400 });

ruleTable(errorsMemberTypes, [
  { name: 'strings and null', evidence: failed({}) },
  { name: 'param and code both given', evidence: failed({ param: 'messages[0].role', code: '' }) },
  { name: 'a missing field, which another rule forbids,', evidence: failed({ type: undefined }) },
  {
    name: 'a code that is a number where a profile allows it',
    evidence: failed({ code: 400 }),
    expect: { errorCodeNumber: true },
  },
  {
    name: 'type null where a profile allows it',
    evidence: failed({ type: null }),
    expect: { errorNullableMembers: ['type', 'param', 'code'] },
  },
  {
    name: 'param as an object',
    evidence: failed({ param: {} }),
    findings: [{ where: 'error.param' }],
  },
  {
    name: 'null spelled as text, which is for another rule,',
    evidence: failed({ param: 'null', code: 'None' }),
  },
  { name: 'an error in a chat stream', evidence: stream([ERROR_EVENT]) },
  { name: 'an error in a responses stream', evidence: sent([ERROR]) },
  {
    name: 'an error in a responses stream whose message is null',
    evidence: sent([{ ...ERROR, message: null }]),
    findings: [{ expected: 'non-empty string', actual: null, where: 'error event, message' }],
  },
  { name: 'a stream without a failure', evidence: stream(WHOLE), unverifiable: 'error object' },

  {
    name: 'a code that is a number in an answer with 300',
    evidence: answer(wrapper({ code: 300 }), { status: 300 }),
    findings: [{ actual: 300, where: 'error.code' }],
  },
]);
