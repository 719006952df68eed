import { isJsonObject } from '../../../answers/json.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ResponseObjectSchema } from '../../../contract/responses.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Clients distinguish a response from an error or a chat completion by object, and ignore any
 * other value.
 */
export const responsesObjectValue: JudgeRule<'answer'> = {
  id: 'responses-object-value',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Responses response: "object | string | Has the value response."',
  statement: 'The object of a response is "response".',
  provenBy: 'resp-object-wrong',
  evidence: 'answer',
  operations: ['responses'],
  probe: shortResponse,

  *judge({ json }) {
    need(isJsonObject(json), 'a body that is a JSON object');
    yield* contradictions(ResponseObjectSchema, json);
  },
};
