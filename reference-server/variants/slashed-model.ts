import type { Alteration } from '../hooks.ts';
import type { Completion } from '../models/completion.ts';

const VENDOR = 'reference/';

function slashed(completion: Completion): Completion {
  return { ...completion, model: VENDOR + completion.model };
}

export const slashedModel: Alteration = {
  id: 'slashed-model',
  summary: 'The model in answers is vendor/model.',
  hooks: ({ presentChat, planChat, presentResponse, planResponse, presentJob }) => ({
    presentChat: (completion) => presentChat(slashed(completion)),
    planChat: (completion) => planChat(slashed(completion)),
    presentResponse: (completion) => presentResponse(slashed(completion)),
    planResponse: (completion) => planResponse(slashed(completion)),
    presentJob: (view) => ({ ...presentJob(view), model: VENDOR + view.job.model }),
  }),
};
