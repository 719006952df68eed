import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

export const imgSizeIgnored: Alteration = {
  id: 'img-size-ignored',
  summary: 'A malformed size is ignored.',
  hooks: ({ checkImages }) => ({
    checkImages(body) {
      return onRefusal(
        () => checkImages(body),
        (refusal) => {
          if (refusal.param === 'size') return checkImages({ ...body, size: undefined });
          throw refusal;
        },
      );
    },
  }),
};
