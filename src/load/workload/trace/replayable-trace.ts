import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../../input/write-whole.ts';
import { makeTemporaryFolder } from '../../../target/temporary-folder.ts';
import type { Workload } from '../workload.ts';
import { azureTrace, isAzureTrace } from './azure-trace.ts';

/**
 * Does the work with a trace that the engine can read: it takes JSONL, and an Azure trace is CSV.
 * @throws UsageError that names the first malformed line
 */
export async function withReplayableTrace<T>(
  workload: Workload,
  work: (workload: Workload) => Promise<T>,
): Promise<T> {
  const { trace } = workload;
  if (trace === undefined || !isAzureTrace(trace.file)) return await work(workload);
  const folder = await makeTemporaryFolder('run');
  try {
    const file = join(folder, 'trace.jsonl');
    await writeWhole(file, jsonLines(trace.file));
    return await work({ ...workload, trace: { ...trace, file } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* jsonLines(file: string): AsyncGenerator<string> {
  for await (const line of azureTrace(file)) yield `${JSON.stringify(line)}\n`;
}
