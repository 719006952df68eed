import { templatePieces } from '../redaction/key-template.ts';
import { printBytesCommand } from './print-bytes.ts';
import { shellQuote } from './shell-quote.ts';

/** A command generates a longer word. */
const SPELLED_MAXIMUM = 2048;
/** One argument of a command on Linux holds 128 KiB. */
const WORD_MAXIMUM_BYTES = 120_000;

/**
 * A text as one word of bash; the markers of keys in it become the variables of the environment.
 * Undefined when no word can hold it.
 * @param hasSecrets `${NAME}` in it is the placeholder of a secret in the environment
 */
export function shellWord(text: string, hasSecrets = false): string | undefined {
  if (text.includes('\0') || Buffer.byteLength(text) > WORD_MAXIMUM_BYTES) return undefined;
  const pieces = templatePieces(text, hasSecrets);
  if (pieces === undefined) return undefined;
  const hasKeys = pieces.some(({ expansion }) => expansion !== '');
  if (hasKeys && pieces.every(({ literal }) => PLAIN.test(literal))) {
    return `"${pieces.map(({ literal, expansion }) => literal + expansion).join('')}"`;
  }
  const words = pieces.flatMap(({ literal, expansion }) => [
    literal === '' && hasKeys ? '' : literalWord(literal),
    expansion === '' ? '' : `"${expansion}"`,
  ]);
  return words.includes(undefined) ? undefined : words.join('');
}

/** Characters without a special meaning in double quotes, in an interactive shell too. */
const PLAIN = /^[^\p{Cc}"$`\\!]*$/u;

function literalWord(text: string): string | undefined {
  if (text.length <= SPELLED_MAXIMUM) return shellQuote(text);
  const command = printBytesCommand(Buffer.from(text));
  return command && `"$(${command})"`;
}
