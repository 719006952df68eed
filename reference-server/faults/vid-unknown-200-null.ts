import type { Alteration } from '../hooks.ts';

export const vidUnknown200Null: Alteration = {
  id: 'vid-unknown-200-null',
  summary: 'An unknown video job returns 200 with null.',
  hooks: ({ answer }) => ({
    answer(given, context) {
      const { operation } = context;
      const video = operation === 'video-read' || operation === 'video-cancel';
      const unknown = video && given.status === 404;
      return answer(unknown ? { status: 200, headers: {}, body: null } : given, context);
    },
  }),
};
