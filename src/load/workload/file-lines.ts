import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { UsageError } from '../../input/usage-error.ts';

/** A line of a text file, without its end. */
export interface FileLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a file that are not blank, one by one: a long file needs no more memory than a short
 * one.
 * @throws UsageError when the file cannot be read
 */
export async function* linesOf(file: string): AsyncGenerator<FileLine> {
  const input = createReadStream(file, 'utf8');
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
      if (text.trim() !== '') yield { number, text };
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new UsageError(`Cannot read the file: ${file} (${String(error.code)}). Check its path.`);
  } finally {
    input.destroy();
  }
}
