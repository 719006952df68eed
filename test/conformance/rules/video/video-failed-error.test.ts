import { videoFailedError } from '../../../../src/conformance/rules/video/video-failed-error.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt } from './jobs.ts';

const ERROR = { message: 'The model failed.', type: 'server_error', param: null, code: 'failed' };
const failed = (error: unknown) => readAt(10, { status: 'failed', error });

ruleTable(videoFailedError, [
  { name: 'an error of four members', evidence: series([made(), failed(ERROR)]) },
  { name: 'an error in the wrapper', evidence: series([made(), failed({ error: ERROR })]) },
  {
    name: 'null before the failure',
    evidence: series([made({ error: null }), failed({ ...ERROR, hint: 'Try again.' })]),
  },
  {
    name: 'an error that is a string',
    evidence: series([made(), failed('The model failed.')]),
    findings: [{ expected: 'object', actual: '"The model failed."', where: 'error' }],
  },
  {
    name: 'an error of a job that runs',
    evidence: series([made({ error: ERROR }), failed(ERROR)]),
    findings: [{ expected: 'absent or null while queued', where: 'error' }],
  },
  {
    name: 'a completed job of a model that fails',
    evidence: series([made({}, { sent: { model: 'fails' } }), readAt(10, DONE)]),
    expect: { failingVideoModel: 'fails' },
    findings: [
      { expected: 'a final status other than completed, because the model fails', where: 'status' },
    ],
  },
  {
    name: 'a completed job of a model that fails, maybe for text alone',
    evidence: series([made({}, { sent: { model: 'fails' } }), readAt(10, DONE)]),
    expect: { failingModel: 'fails' },
    unverifiable: 'a failed job',
  },
]);
