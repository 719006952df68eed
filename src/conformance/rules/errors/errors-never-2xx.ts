import { isJsonObject } from '../../../answers/json.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Clients, retries and monitors use the status: a failure with 200 counts as a success. */
export const errorsNever2xx: JudgeRule<'any'> = {
  id: 'errors-never-2xx',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15 (status codes); interface §Errors (only the video job carries an error)',
  statement: 'A 2xx JSON body has no error, except in a failed video job or a failed response.',
  provenBy: 'err-200',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge(answer) {
    need(answer.form === 'body', 'an answer with one body');
    const { exchange, status, json } = answer;
    concerns(!exchange.operation.startsWith('video-'), 'a request of another operation than video');
    if (status < 200 || status > 299) return;
    need(isJsonObject(json), 'a JSON object');
    // A response is stored with its result, which its status shows.
    if (exchange.operation === 'responses' && json.status === 'failed') return;
    if ((json.error ?? null) !== null) {
      yield { expected: 'a 4xx or 5xx status', actual: status, where: 'status' };
    }
  },
};
