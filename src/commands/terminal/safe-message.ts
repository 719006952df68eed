import { printable, withoutMiddle } from '../../report/phrases/printable.ts';
import { withoutSecrets } from './secrets.ts';

/** Longest message on stderr; its middle is omitted beyond that. */
const MESSAGE_CHARACTERS = 4000;

/**
 * A message as it may be shown, without secrets: it may repeat a flag, the name of a file or the words of a gateway,
 * of any length and with any control character.
 */
export function safeMessage(message: string): string {
  return printable(withoutMiddle(withoutSecrets(message), MESSAGE_CHARACTERS));
}
