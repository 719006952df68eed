import type { Alteration } from '../hooks.ts';
import type { Completion } from '../models/completion.ts';

function dated(completion: Completion): Completion {
  return { ...completion, model: `${completion.model}-2026-01-31` };
}

export const datedModel: Alteration = {
  id: 'dated-model',
  summary: 'The model in answers is a dated alias.',
  hooks: ({ presentChat, planChat, presentResponse, planResponse, presentJob }) => ({
    presentChat: (completion) => presentChat(dated(completion)),
    planChat: (completion) => planChat(dated(completion)),
    presentResponse: (completion) => presentResponse(dated(completion)),
    planResponse: (completion) => planResponse(dated(completion)),
    presentJob: (view) => ({ ...presentJob(view), model: `${view.job.model}-2026-01-31` }),
  }),
};
