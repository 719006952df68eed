import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

export const chatUnknownModel500: Alteration = {
  id: 'chat-unknown-model-500',
  summary: 'An unknown model returns 500.',
  hooks: ({ checkChat }) => ({
    checkChat(body) {
      return onRefusal(
        () => checkChat(body),
        (refusal) => {
          throw refusal.code === 'model_not_found' ? Refusal.failed() : refusal;
        },
      );
    },
  }),
};
