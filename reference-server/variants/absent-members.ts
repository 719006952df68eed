import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';

function withoutNulls(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

export const absentMembers: Alteration = {
  id: 'absent-members',
  summary: 'Optional fields with the value null are omitted.',
  hooks: ({ presentJob, presentResponse }) => ({
    presentJob: (view) => withoutNulls(presentJob(view)),
    presentResponse: (completion) => withoutNulls(presentResponse(completion)),
  }),
};
