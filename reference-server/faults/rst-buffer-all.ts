import type { Alteration } from '../hooks.ts';
import { allAtEnd } from '../http/edit-events.ts';

export const rstBufferAll: Alteration = {
  id: 'rst-buffer-all',
  summary: 'A response stream is written all at its end.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) => allAtEnd(planResponse(completion)),
  }),
};
