import type { Alteration } from '../hooks.ts';

export const errCatchAll200: Alteration = {
  id: 'err-catch-all-200',
  summary: 'An unknown path returns 200.',
  hooks: ({ presentRefusal }) => ({
    presentRefusal(refusal, context) {
      if (refusal.code !== 'unknown_path') return presentRefusal(refusal, context);
      return { status: 200, headers: {}, body: { status: 'ok' } };
    },
  }),
};
