import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

const TYPE = 'response.incomplete';
const CUT_OFF = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };

function cutOff(response: JsonObject): JsonObject {
  return { ...response, ...CUT_OFF };
}

function endEarly(event: PlannedEvent): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string' || data.type !== 'response.completed') return event;
  const response = isJsonObject(data.response) ? cutOff(data.response) : null;
  return { ...event, name: TYPE, data: { ...data, type: TYPE, response } };
}

export const responsesIncomplete: Alteration = {
  id: 'responses-incomplete',
  summary: 'A response is incomplete because it reached its length limit.',
  hooks: ({ presentResponse, planResponse }) => ({
    presentResponse: (completion) => cutOff(presentResponse(completion)),
    planResponse: (completion) => planResponse(completion).map(endEarly),
  }),
};
