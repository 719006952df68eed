import type { Alteration } from '../hooks.ts';

export const errNullSpelled: Alteration = {
  id: 'err-null-spelled',
  summary: 'The param of a failure that no field caused is "None".',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const { message, type, param, code } = refusal;
      const error = { message, type, param: param ?? 'None', code };
      return { ...presentRefusal(refusal, context), body: { error } };
    },
  }),
};
