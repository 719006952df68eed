import type { Alteration } from '../hooks.ts';

export const errStackTrace: Alteration = {
  id: 'err-stack-trace',
  summary: 'The messages of failures have a stack trace.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal: (refusal, context) =>
      presentRefusal(refusal.with({ message: refusal.stack ?? '' }), context),
  }),
};
