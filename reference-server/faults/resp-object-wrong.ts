import type { Alteration } from '../hooks.ts';

export const respObjectWrong: Alteration = {
  id: 'resp-object-wrong',
  summary: 'The object of a response is "responses".',
  hooks: ({ presentResponse }) => ({
    presentResponse: (completion) => ({ ...presentResponse(completion), object: 'responses' }),
  }),
};
