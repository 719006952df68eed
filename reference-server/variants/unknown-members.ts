import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';
import type { JsonObject } from '../http/json.ts';

const EXTRA = { x_reference: { extra: [1, null, 'é'] } };

function extend(data: JsonObject): JsonObject {
  return { ...data, ...EXTRA };
}

export const unknownMembers: Alteration = {
  id: 'unknown-members',
  summary: 'Answers, events and failures have fields that the interface does not name.',
  hooks: (base) => ({
    presentChat: (completion) => ({ ...base.presentChat(completion), ...EXTRA }),
    presentResponse: (completion) => ({ ...base.presentResponse(completion), ...EXTRA }),
    presentImages: (images) => ({ ...base.presentImages(images), ...EXTRA }),
    presentTranscript: (transcript) => ({ ...base.presentTranscript(transcript), ...EXTRA }),
    presentJob: (view) => ({ ...base.presentJob(view), ...EXTRA }),
    planChat: (completion) => editData(base.planChat(completion), extend),
    planResponse: (completion) => editData(base.planResponse(completion), extend),
  }),
};
