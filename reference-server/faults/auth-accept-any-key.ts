import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

const SHAPE = /^bearer +\w+_live_\w+$/i;

export const authAcceptAnyKey: Alteration = {
  id: 'auth-accept-any-key',
  summary: 'Any key of the right form is accepted.',
  hooks: ({ authorize }) => ({
    authorize(caller) {
      return onRefusal(
        () => authorize(caller),
        (refusal) => {
          if (SHAPE.test(caller.authorization ?? '')) return 'first';
          throw refusal;
        },
      );
    },
  }),
};
