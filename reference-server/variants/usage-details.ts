import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

const DETAILS = { input_tokens_details: { cached_tokens: 0 }, cost: 0.25 };

function detail(body: JsonObject): JsonObject {
  const { usage, response } = body;
  if (isJsonObject(response)) return { ...body, response: detail(response) };
  return isJsonObject(usage) ? { ...body, usage: { ...usage, ...DETAILS } } : body;
}

export const usageDetails: Alteration = {
  id: 'usage-details',
  summary: 'The usage has details in addition to its totals.',
  hooks: ({ presentChat, planChat, presentResponse, planResponse }) => ({
    presentChat: (completion) => detail(presentChat(completion)),
    planChat: (completion) => editData(planChat(completion), detail),
    presentResponse: (completion) => detail(presentResponse(completion)),
    planResponse: (completion) => editData(planResponse(completion), detail),
  }),
};
