import type { Alteration } from '../hooks.ts';

export const errParamNull: Alteration = {
  id: 'err-param-null',
  summary: 'The param of a failure is always null.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal: (refusal, context) => presentRefusal(refusal.with({ param: null }), context),
  }),
};
