import { createInterface } from 'node:readline';
import { stderr } from './output.ts';

/** Asks the user for a yes; undefined where there is no terminal. */
export function terminalQuestion(
  signal: AbortSignal,
): ((question: string) => Promise<boolean>) | undefined {
  const { stdin } = process;
  if (stdin.isTTY !== true || stderr().isTTY !== true) return undefined;
  return (question) => askOnTerminal(question, stdin, stderr(), signal);
}

/**
 * Asks a question of yes or no.
 * @param signal ends the question, as a no
 */
export async function askOnTerminal(
  question: string,
  input: NodeJS.ReadableStream,
  output: { write(text: string): unknown },
  signal: AbortSignal,
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  const lines = createInterface({ input, terminal: false });
  const end = (): void => lines.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    if (signal.aborted) return false;
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    signal.removeEventListener('abort', end);
    lines.close();
  }
}
