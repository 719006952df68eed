import { Command } from 'commander';
import { UsageError } from '../input/usage-error.ts';
import { writeWhole } from '../input/write-whole.ts';
import { azureTrace } from '../load/workload/trace/azure-trace.ts';
import type { TraceLine } from '../load/workload/trace/trace-line.ts';
import { exampleText } from './options/example-text.ts';
import { pipeToStdout, stderr } from './terminal/output.ts';

export const trace = new Command('trace')
  .summary('convert a public trace for --trace')
  .description(
    'Converts an Azure LLM inference trace (CSV: TIMESTAMP,ContextTokens,GeneratedTokens) into the JSONL format of --trace.',
  )
  .argument('<azure.csv>', 'file to convert')
  .option('--out <file>', 'file to write (default: standard output)')
  .addHelpText(
    'after',
    exampleText([
      'assay trace AzureLLMInferenceTrace_conv.csv --out trace.jsonl',
      'assay load --scenario chat-stream --trace trace.jsonl --duration 5m',
      'assay load --scenario chat-stream --trace trace.jsonl --speed 2',
    ]),
  )
  .action(async (file: string, { out }: { out?: string }) => {
    const summary = { arrivals: 0, lastMs: 0 };
    const lines = counted(azureTrace(file), summary);
    if (out === undefined) await pipeToStdout(lines);
    else await writeTrace(lines, out);
    const length = `${Math.round(summary.lastMs / 1000)} s`;
    stderr().write(
      `${out === undefined ? 'Converted' : `Wrote ${out}`}: ${summary.arrivals} arrivals in ${length}.\n`,
    );
  });

async function* counted(
  converted: AsyncIterable<TraceLine>,
  summary: { arrivals: number; lastMs: number },
): AsyncGenerator<string> {
  for await (const line of converted) {
    summary.arrivals += 1;
    summary.lastMs = line.timestamp;
    yield `${JSON.stringify(line)}\n`;
  }
}

async function writeTrace(lines: AsyncIterable<string>, out: string): Promise<void> {
  try {
    await writeWhole(out, lines);
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error && 'code' in error)) throw error;
    throw new UsageError(`Cannot write ${out} (${String(error.code)}). Check its folder.`);
  }
}
