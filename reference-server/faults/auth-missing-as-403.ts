import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

export const authMissingAs403: Alteration = {
  id: 'auth-missing-as-403',
  summary: 'A request without a key returns 403.',
  hooks: ({ authorize }) => ({
    authorize(caller) {
      return onRefusal(
        () => authorize(caller),
        (refusal) => {
          throw caller.authorization === undefined ? refusal.with({ status: 403 }) : refusal;
        },
      );
    },
  }),
};
