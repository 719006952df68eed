import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

export const imgUnknownModel500: Alteration = {
  id: 'img-unknown-model-500',
  summary: 'An image request with an unknown model returns 500.',
  hooks: ({ checkImages }) => ({
    checkImages(body) {
      return onRefusal(
        () => checkImages(body),
        (refusal) => {
          throw refusal.code === 'model_not_found' ? Refusal.failed() : refusal;
        },
      );
    },
  }),
};
