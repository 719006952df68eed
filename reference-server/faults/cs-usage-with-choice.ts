import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

const CHOICE = { index: 0, delta: {}, finish_reason: null };

export const csUsageWithChoice: Alteration = {
  id: 'cs-usage-with-choice',
  summary: 'The chunk with usage has a choice.',
  hooks: ({ planChat }) => ({
    planChat: (completion) =>
      editData(planChat(completion), (data) =>
        data.usage === undefined || data.usage === null ? data : { ...data, choices: [CHOICE] },
      ),
  }),
};
