import type { Alteration } from '../hooks.ts';

export const errStackTrace: Alteration = {
  id: 'err-stack-trace',
  summary: 'Messages of failures carry a stack trace.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal: (refusal, context) =>
      presentRefusal(refusal.with({ message: refusal.stack ?? '' }), context),
  }),
};
