import type { Alteration } from '../hooks.ts';

export const respMissingInput200: Alteration = {
  id: 'resp-missing-input-200',
  summary: 'A responses request without an input returns 200.',
  hooks: ({ checkResponses }) => ({
    checkResponses: (body) => checkResponses({ ...body, input: body.input ?? 'Hello.' }),
  }),
};
