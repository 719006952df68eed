import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const vidCancel500: Alteration = {
  id: 'vid-cancel-500',
  summary: 'A DELETE of a running video job returns 500.',
  hooks: () => ({
    cancelJob() {
      throw Refusal.failed();
    },
  }),
};
