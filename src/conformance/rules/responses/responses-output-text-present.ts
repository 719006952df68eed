import { isJsonObject } from '../../../answers/json.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ResponseOutputTextSchema } from '../../../contract/responses.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Callers without a client library read output_text: without it they show nothing. */
export const responsesOutputTextPresent: JudgeRule<'answer'> = {
  id: 'responses-output-text-present',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Responses response: "output_text | string | Aggregated output text."',
  statement: 'Every response has the string output_text.',
  provenBy: 'resp-no-output-text',
  evidence: 'answer',
  operations: ['responses'],
  probe: shortResponse,

  *judge({ json }) {
    need(isJsonObject(json), 'a body that is a JSON object');
    yield* contradictions(ResponseOutputTextSchema, json);
  },
};
