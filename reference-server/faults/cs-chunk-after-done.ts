import type { Alteration } from '../hooks.ts';

export const csChunkAfterDone: Alteration = {
  id: 'cs-chunk-after-done',
  summary: 'A chunk with usage is sent after [DONE].',
  hooks: ({ planChat }) => ({
    planChat(completion) {
      const events = planChat(completion);
      const dueMs = events.at(-1)?.dueMs ?? 0;
      const { id, created, model } = completion;
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      const data = { id, object: 'chat.completion.chunk', created, model, choices: [], usage };
      return [...events, { data, dueMs }];
    },
  }),
};
