import type { Alteration } from '../hooks.ts';

const ENDS = 4;

export const maskedKey: Alteration = {
  id: 'masked-key',
  summary: 'The refusal of an unknown key shows its first and last four characters.',
  hooks({ authorize, presentRefusal }) {
    const shown = new WeakMap<object, string>();
    return {
      authorize(caller) {
        try {
          return authorize(caller);
        } catch (error) {
          const key = caller.authorization?.split(' ').at(-1) ?? '';
          if (error instanceof Error && key !== '') shown.set(error, mask(key));
          throw error;
        }
      },
      presentRefusal(refusal, context) {
        const key = shown.get(refusal);
        const message = `Incorrect API key provided: ${key}. See https://docs.invalid/keys.`;
        return presentRefusal(key === undefined ? refusal : refusal.with({ message }), context);
      },
    };
  },
};

function mask(key: string): string {
  return `${key.slice(0, ENDS)}${'*'.repeat(key.length)}${key.slice(-ENDS)}`;
}
