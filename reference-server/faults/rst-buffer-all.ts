import type { Alteration } from '../hooks.ts';
import { allAtEnd } from '../http/edit-events.ts';

export const rstBufferAll: Alteration = {
  id: 'rst-buffer-all',
  summary: 'A responses stream is written at its end, all at once.',
  hooks: ({ planResponse }) => ({
    planResponse: (completion) => allAtEnd(planResponse(completion)),
  }),
};
