import { errorsEventLast } from '../../../../src/conformance/rules/errors/errors-event-last.ts';
import { DONE_EVENT, delta, ERROR_EVENT, STOP, USAGE, WHOLE } from '../chat-stream/chunks.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const responses = { operation: 'responses' } as const;
const failed = event({ type: 'response.failed', response: { error: { code: 'server_error' } } });
const error = event({ type: 'error', message: 'The model failed.' }, 'error');
const expected = 'the end after the error event';

ruleTable(errorsEventLast, [
  { name: 'a good stream', evidence: stream(WHOLE) },
  { name: 'an error at the end', evidence: stream([delta('Hello'), ERROR_EVENT]) },
  { name: 'an error, then the usage of it', evidence: stream([ERROR_EVENT, USAGE]) },
  {
    name: 'an error, then text',
    evidence: stream([delta('Hello'), ERROR_EVENT, delta(' world'), DONE_EVENT]),
    findings: [{ expected, atMs: 30 }],
  },
  {
    name: 'an error, then a finish_reason',
    evidence: stream([ERROR_EVENT, STOP]),
    findings: [{ expected, atMs: 20 }],
  },
  {
    name: 'an error, then [DONE]',
    evidence: stream([ERROR_EVENT, DONE_EVENT]),
    findings: [{ expected, actual: '[DONE]' }],
  },
  {
    name: 'an error event of a response, then its failure and [DONE], as Open Responses has it',
    evidence: stream([error, failed, DONE_EVENT], responses),
  },
  {
    name: 'an error event of a response, then text',
    evidence: stream([error, event({ type: 'response.output_text.delta', delta: 'a' })], responses),
    findings: [{ expected }],
  },
  {
    name: 'a failed response that completes',
    evidence: stream([failed, event({ type: 'response.completed', response: {} })], responses),
    findings: [{ expected }],
  },
  {
    name: 'one body',
    evidence: answer({ error: {} }),
    unverifiable: 'needs an event stream',
  },
]);
