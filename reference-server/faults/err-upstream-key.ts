import type { Alteration } from '../hooks.ts';

const MESSAGE = 'The provider refused the key sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V.';

export const errUpstreamKey: Alteration = {
  id: 'err-upstream-key',
  summary: 'The message of a failure shows the key of the provider.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal: (refusal, context) =>
      presentRefusal(refusal.status < 500 ? refusal : refusal.with({ message: MESSAGE }), context),
  }),
};
