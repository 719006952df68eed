import { z } from 'zod';
import { UsageError } from '../../input/usage-error.ts';
import { linesOf, PROMPT_LIMITS } from './file-lines.ts';
import { MOST_TOKENS } from './lengths.ts';
import { readTrace } from './trace.ts';
import type { Workload } from './workload.ts';

/**
 * Reads the files of a workload, so that mistakes in them are reported before anything is sent.
 * @returns the duration of its trace, unless a shorter one is configured
 * @throws UsageError
 */
export async function checkFiles({
  prompts,
  trace,
  durationMs,
}: Workload): Promise<number | undefined> {
  if (prompts?.file !== undefined) await checkPromptFile(prompts.file);
  if (trace === undefined) return undefined;
  const { lengthMs } = await readTrace(trace.file);
  // The last arrival lies within the duration.
  const wholeMs = Math.ceil(lengthMs / trace.speed) + 1;
  return durationMs > 0 && durationMs <= wholeMs ? undefined : wholeMs;
}

/** A line of a `.jsonl` file of prompts: the text, or an object with more. */
const PromptLineSchema = z.union([
  z.string().min(1),
  z.looseObject({
    prompt: z.string().min(1),
    output_length: z.int().min(1).max(MOST_TOKENS).optional(),
  }),
]);

/**
 * Makes sure that the scenarios can read a file of prompts.
 * @throws UsageError that names the first malformed line
 */
export async function checkPromptFile(file: string): Promise<void> {
  let count = 0;
  for await (const { number, text } of linesOf(file, PROMPT_LIMITS)) {
    count += 1;
    if (file.endsWith('.jsonl') && !isPromptLine(text)) {
      throw new UsageError(
        `Prompts are malformed: ${file}. Line ${number} must be a JSON string, or {"prompt": "…", "output_length": n}.`,
      );
    }
  }
  if (count === 0)
    throw new UsageError(`File has no prompts: ${file}. Write one prompt on each line.`);
}

function isPromptLine(text: string): boolean {
  try {
    return PromptLineSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
