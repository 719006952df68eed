import type { Alteration } from '../hooks.ts';

export const errCodeNumber: Alteration = {
  id: 'err-code-number',
  summary: 'The code of a failure is the status as a number.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const { message, type, param, status } = refusal;
      const error = { message, type, param, code: status };
      return { ...presentRefusal(refusal, context), body: { error } };
    },
  }),
};
