import { checkPromptFile } from './prompt-file.ts';
import { readTrace } from './trace/read-trace.ts';
import type { Workload } from './workload.ts';

/**
 * Reads the files that a workload names, so that mistakes in them are said at once.
 * @returns how long the arrivals of its trace go on, where it does not say so, or wants longer
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
