import type { Alteration } from '../hooks.ts';
import { onRefusal } from '../on-refusal.ts';

/** Characters of the key in one delta: too few to be recognised without the others. */
const PIECE_CHARACTERS = 5;

export const authEchoKey: Alteration = {
  id: 'auth-echo-key',
  summary:
    'The refusal of an unknown key quotes the key, and a model says the key when a prompt mentions it: in a body with escapes, in a stream in pieces.',
  hooks({ authorize, generate, encode }) {
    /** The key of the last request. */
    let key = '';
    return {
      authorize(caller) {
        key = /^bearer +(\S+)$/i.exec(caller.authorization ?? '')?.[1] ?? '';
        return onRefusal(
          () => authorize(caller),
          (refusal) => {
            if (key === '') throw refusal;
            throw refusal.with({ message: `The API key is not valid: ${key}` });
          },
        );
      },
      generate(prompt) {
        if (!prompt.input.includes('API key')) return generate(prompt);
        return key.match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, 'g')) ?? [];
      },
      encode(answer, context) {
        const wire = encode(answer, context);
        if (answer.status >= 400 || key === '' || typeof wire.payload !== 'string') return wire;
        return { ...wire, payload: wire.payload.replaceAll(key, escaped) };
      },
    };
  },
};

function escaped(text: string): string {
  return [...text].map((character) => `\\u${hex(character)}`).join('');
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
