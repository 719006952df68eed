import type { Alteration } from '../hooks.ts';
import { editParts } from '../http/edit-parts.ts';

export const respPartTypeText: Alteration = {
  id: 'resp-part-type-text',
  summary: 'The text of a response is in parts of type "text".',
  hooks: ({ presentResponse }) => ({
    presentResponse: (completion) =>
      editParts(presentResponse(completion), (part) => ({ ...part, type: 'text' })),
  }),
};
