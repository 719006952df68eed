import { errorsNever2xx } from '../../../../src/conformance/rules/errors/errors-never-2xx.ts';
import { completion } from '../chat/completions.ts';
import { answer, event, stream } from '../exchanges.ts';
import { response } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const ERROR = { code: 'x', message: 'The model failed.' };

ruleTable(errorsNever2xx, [
  { name: 'an answer', evidence: answer(completion()) },
  { name: 'an answer with error null', evidence: answer(completion({ error: null })) },
  { name: 'a failure with its status', evidence: answer(wrapper(), { status: 500 }) },
  {
    name: 'a response that failed and says so',
    evidence: answer(response({ status: 'failed', error: ERROR }), { operation: 'responses' }),
  },
  {
    name: 'an error as text with 200',
    evidence: answer({ error: 'Unexpected endpoint' }, { operation: 'other' }),
    findings: [{ actual: 200 }],
  },
  {
    name: 'a video job with its error',
    evidence: answer({ status: 'failed', error: ERROR }, { operation: 'video-read' }),
    unverifiable: 'needs a request of another operation than video',
  },
  {
    name: 'a stream',
    evidence: stream([event(wrapper())]),
    unverifiable: 'an answer with one body',
  },
  { name: 'a body that is not JSON', evidence: answer('ok'), unverifiable: 'needs a JSON object' },

  {
    name: 'a failure with 299',
    evidence: answer(wrapper(), { status: 299 }),
    findings: [{ actual: 299 }],
  },
]);
