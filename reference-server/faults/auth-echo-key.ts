import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

export const authEchoKey: Alteration = {
  id: 'auth-echo-key',
  summary: 'The refusal of an unknown key quotes the key.',
  hooks: ({ authorize }) => ({
    authorize(caller) {
      return onRefusal(
        () => authorize(caller),
        (refusal) => {
          const shown = /^bearer +(\S+)$/i.exec(caller.authorization ?? '')?.[1];
          if (shown === undefined) throw refusal;
          throw refusal.with({ message: `The API key is not valid: ${shown}` });
        },
      );
    },
  }),
};
