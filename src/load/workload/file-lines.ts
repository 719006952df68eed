import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { LIMITS } from '../../input/limits.ts';
import { UsageError } from '../../input/usage-error.ts';

/** A line of a text file, without its end. */
export interface FileLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** Limits of a file, in bytes. */
export interface FileLimits {
  readonly line: number;
  readonly file: number;
}

/** The engine reads no longer line of a trace. */
export const TRACE_LIMITS: FileLimits = {
  line: LIMITS.traceLineBytes.value,
  file: LIMITS.traceBytes.value,
};

/** The engine holds all prompts in memory. */
export const PROMPT_LIMITS: FileLimits = {
  line: LIMITS.promptBytes.value,
  file: LIMITS.promptFileBytes.value,
};

const NEW_LINE = 10;

/**
 * The lines of a file that are not blank, one by one: a long file needs no more memory than a short
 * one.
 * @throws UsageError when the file cannot be read, is not a regular file, or is beyond a limit
 */
export async function* linesOf(file: string, limits: FileLimits): AsyncGenerator<FileLine> {
  let number = 0;
  try {
    await requireRegular(file, limits);
    const input = Readable.from(bounded(file, limits), { objectMode: false }).setEncoding('utf8');
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
      if (text.trim() !== '') yield { number, text };
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new UsageError(`Cannot read the file: ${file} (${String(error.code)}). Check its path.`);
  }
}

/** A device may have no end, and a pipe no writer; the engine reads the file once more. */
async function requireRegular(file: string, limits: FileLimits): Promise<void> {
  const found = await stat(file);
  if (!found.isFile()) {
    throw new UsageError(
      `Cannot read the file: ${file}. It is a folder, a device or a pipe. Name a regular file.`,
    );
  }
  if (found.size > limits.file) {
    throw new UsageError(
      `File is too large: ${file} has ${found.size} bytes, limit ${limits.file}. Split it.`,
    );
  }
}

/** The pieces of the file, while its lines are within the limit. */
async function* bounded(file: string, limits: FileLimits): AsyncGenerator<Buffer> {
  let lines = 0;
  /** Bytes of the line that has not ended. */
  let open = 0;
  const pieces: AsyncIterable<Buffer> = createReadStream(file);
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(NEW_LINE); end !== -1; end = piece.indexOf(NEW_LINE, start)) {
      refuseLong(open + end - start, lines + 1);
      lines += 1;
      open = 0;
      start = end + 1;
    }
    open += piece.length - start;
    refuseLong(open, lines + 1);
    yield piece;
  }

  function refuseLong(length: number, line: number): void {
    if (length <= limits.line) return;
    throw new UsageError(
      `Line is too long: line ${line} of ${file} has more than ${limits.line} bytes. Shorten it, or check that the file is the right one.`,
    );
  }
}
