import { isJsonObject } from '../../../answers/json.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client keeps polling a response that says in progress, although it is already complete. */
export const responsesStatusKnown: JudgeRule<'answer'> = {
  id: 'responses-status-known',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, Response.status',
  statement:
    'The status of a response in one body is completed, failed, cancelled, or incomplete with incomplete_details.',
  provenBy: 'resp-status-in-progress',
  evidence: 'answer',
  operations: ['responses'],
  probe: shortResponse,

  *judge({ json }) {
    need(isJsonObject(json) && typeof json.status === 'string', 'a body with a status');
    const { status } = json;
    if (!ENDED.has(status)) {
      yield { expected: [...ENDED].join(', '), actual: status, where: 'status' };
    } else if (status === 'incomplete' && !isJsonObject(json.incomplete_details)) {
      const actual = json.incomplete_details;
      yield { expected: 'an object', actual, where: 'incomplete_details' };
    }
  },
};

const ENDED: ReadonlySet<string> = new Set(['completed', 'incomplete', 'failed', 'cancelled']);
