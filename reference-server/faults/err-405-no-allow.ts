import type { Alteration } from '../hooks.ts';

export const err405NoAllow: Alteration = {
  id: 'err-405-no-allow',
  summary: 'A 405 has no Allow.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      const { allow: _, ...headers } = refusal.headers;
      return presentRefusal(refusal.with({ headers }), context);
    },
  }),
};
