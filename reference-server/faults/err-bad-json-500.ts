import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

export const errBadJson500: Alteration = {
  id: 'err-bad-json-500',
  summary: 'A body that is not JSON returns 500.',
  hooks: ({ parseJson }) => ({
    parseJson(bytes) {
      return onRefusal(
        () => parseJson(bytes),
        () => {
          throw Refusal.failed();
        },
      );
    },
  }),
};
