import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject } from '../json.ts';

const DETAILS = { input_tokens_details: { cached_tokens: 0 }, cost: 0.25 };

function detail(body: JsonObject): JsonObject {
  return isJsonObject(body.usage) ? { ...body, usage: { ...body.usage, ...DETAILS } } : body;
}

export const usageDetails: Alteration = {
  id: 'usage-details',
  summary: 'usage carries details beside its totals.',
  hooks: ({ presentChat, presentResponse }) => ({
    presentChat: (completion) => detail(presentChat(completion)),
    presentResponse: (completion) => detail(presentResponse(completion)),
  }),
};
