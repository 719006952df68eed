import { templatePieces } from '../redaction/key-template.ts';
import { shellQuote } from './shell-quote.ts';

/**
 * A text as one word of bash; the markers of keys in it become the variables of the environment.
 * Undefined when no word can hold it.
 * @param hasSecrets `${NAME}` in it is the placeholder of a secret in the environment
 */
export function shellWord(text: string, hasSecrets = false): string | undefined {
  if (text.includes('\0')) return undefined;
  const pieces = templatePieces(text, hasSecrets);
  if (pieces === undefined) return undefined;
  const hasKeys = pieces.some(({ expansion }) => expansion !== '');
  if (hasKeys && pieces.every(({ literal }) => PLAIN.test(literal))) {
    return `"${pieces.map(({ literal, expansion }) => literal + expansion).join('')}"`;
  }
  return pieces
    .map(({ literal, expansion }) => {
      const start = literal === '' && hasKeys ? '' : shellQuote(literal);
      return expansion === '' ? start : `${start}"${expansion}"`;
    })
    .join('');
}

/** Characters without a special meaning in double quotes, in an interactive shell too. */
const PLAIN = /^[^\p{Cc}"$`\\!]*$/u;
