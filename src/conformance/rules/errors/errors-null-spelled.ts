import { isJsonObject, member } from '../../../answers/json.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A form highlights a field named "None", and a log counts failures with the code "null". */
export const errorsNullSpelled: JudgeRule<'failure'> = {
  id: 'errors-null-spelled',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, Error (param and code are null where they do not apply)',
  statement: 'No field of an error is null written as a string, such as "null" or "None".',
  provenBy: 'err-null-spelled',
  evidence: 'failure',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ json }) {
    const error = member(json, 'error');
    need(isJsonObject(error), 'a body with an error object');

    for (const name of ['message', 'type', 'param', 'code']) {
      const value = error[name];
      if (typeof value !== 'string' || !SPELLED.test(value)) continue;
      yield { expected: 'a word, or null itself', actual: value, where: `error.${name}` };
    }
  },
};

const SPELLED = /^(?:null|None|nil|undefined)$/;
