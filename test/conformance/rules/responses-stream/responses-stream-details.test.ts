import { responsesStreamDetails } from '../../../../src/conformance/rules/responses-stream/responses-stream-details.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { CREATED, DONE_EVENT, delta, ERROR, sent, state, WHOLE } from './events.ts';

ruleTable(responsesStreamDetails, [
  { name: 'a whole stream', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  { name: 'an error with its message', evidence: sent([CREATED, ERROR]) },
  {
    name: 'an error with its message inside',
    evidence: sent([CREATED, { type: 'error', error: { message: 'No.' } }]),
  },
  {
    name: 'a response without a status',
    evidence: sent([CREATED, state('in_progress', { status: undefined })]),
    findings: [{ expected: 'string', where: 'response.in_progress, response.status', atMs: 20 }],
  },
  {
    name: 'an error that is a bare string',
    evidence: sent([CREATED, { type: 'error', error: 'No.' }]),
    findings: [{ expected: 'message, or error.message', actual: 'No.', where: 'error' }],
  },
  {
    name: 'deltas alone',
    evidence: sent([delta('Hello')]),
    unverifiable: 'an event about the state of the response',
  },
  {
    name: 'one JSON body',
    evidence: answer({ id: 'resp-1' }, { operation: 'responses' }),
    unverifiable: 'an event stream',
  },
]);
