import type { Alteration } from '../hooks.ts';
import { allAtEnd } from '../http/edit-events.ts';

export const csBufferAll: Alteration = {
  id: 'cs-buffer-all',
  summary: 'A chat stream is written all at its end.',
  hooks: ({ planChat }) => ({ planChat: (completion) => allAtEnd(planChat(completion)) }),
};
