import { isJsonObject, member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { isAccepted } from '../../findings/acceptance.ts';
import { badChats } from '../../probes/bad-fields.ts';
import { differenceIn } from '../../requests/difference.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A form highlights the field that param names: without it, the user has to search for the
 * mistake.
 */
export const errorsParamNamesField: JudgeRule<'series'> = {
  id: 'errors-param-names-field',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, Error.param; ray-project/ray#64833',
  statement: 'If one field is wrong, the param of the error names it.',
  provenBy: 'err-param-null',
  evidence: 'series',
  operations: ['chat'],
  probe: badChats,

  *judge({ label, exchanges }) {
    const [field = ''] = /^\w+/.exec(differenceIn(label)) ?? [];
    const [good, bad] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    const failure = bad && narrow('failure', bad);
    need(bad && failure && failure.status < 500 && failure.status !== 429, `a refusal of ${field}`);
    const error = member(failure.json, 'error');
    need(isJsonObject(error), 'a body with an error object');
    const { param } = error;
    if (typeof param !== 'string' || !param.includes(field)) {
      yield { expected: field, actual: param, where: 'error.param', exchange: bad };
    }
  },
};
