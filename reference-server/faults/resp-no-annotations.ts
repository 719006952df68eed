import type { Alteration } from '../hooks.ts';
import { editParts } from '../http/edit-parts.ts';

export const respNoAnnotations: Alteration = {
  id: 'resp-no-annotations',
  summary: 'The text parts of a response have no annotations.',
  hooks: ({ presentResponse }) => ({
    presentResponse: (completion) =>
      editParts(presentResponse(completion), (part) => ({ ...part, annotations: undefined })),
  }),
};
