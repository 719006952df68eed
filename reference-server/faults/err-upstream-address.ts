import type { Alteration } from '../hooks.ts';

const MESSAGE = 'The upstream at http://10.20.0.17:8000/v1 did not answer.';

export const errUpstreamAddress: Alteration = {
  id: 'err-upstream-address',
  summary: 'The message of a failure shows the address of the provider.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal: (refusal, context) =>
      presentRefusal(refusal.status < 500 ? refusal : refusal.with({ message: MESSAGE }), context),
  }),
};
