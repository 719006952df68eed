import type { Alteration } from '../hooks.ts';

export const chatEmptyChoices: Alteration = {
  id: 'chat-empty-choices',
  summary: 'A chat stream has a chunk without choices before its last one.',
  hooks: ({ planChat }) => ({
    planChat(completion) {
      const events = planChat(completion);
      const { id, created, model } = completion;
      const { dueMs = 0 } = events[0] ?? {};
      const data = { id, object: 'chat.completion.chunk', created, model, choices: [] };
      return [...events.slice(0, 1), { data, dueMs }, ...events.slice(1)];
    },
  }),
};
