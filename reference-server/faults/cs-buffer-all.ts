import type { Alteration } from '../hooks.ts';
import { allAtEnd } from '../http/edit-events.ts';

export const csBufferAll: Alteration = {
  id: 'cs-buffer-all',
  summary: 'A chat stream is written at its end, all at once.',
  hooks: ({ planChat }) => ({ planChat: (completion) => allAtEnd(planChat(completion)) }),
};
