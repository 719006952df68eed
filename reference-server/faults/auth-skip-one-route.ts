import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

export const authSkipOneRoute: Alteration = {
  id: 'auth-skip-one-route',
  summary: 'The key is not checked on GET /videos/{id}.',
  hooks: ({ authorize }) => ({
    authorize(caller) {
      const unchecked = caller.method === 'GET' && caller.url.startsWith('/videos/');
      return onRefusal(
        () => authorize(caller),
        (refusal) => {
          if (unchecked) return 'first';
          throw refusal;
        },
      );
    },
  }),
};
