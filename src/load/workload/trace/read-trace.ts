import { didYouMean } from '../../../input/did-you-mean.ts';
import { firstProblem } from '../../../input/schema-problem.ts';
import { UsageError } from '../../../input/usage-error.ts';
import { CATALOGUED } from '../../scenarios/scenario-files.ts';
import { type FileLine, linesOf, TRACE_LIMITS } from '../file-lines.ts';
import { azureTrace, isAzureTrace } from './azure-trace.ts';
import { type TraceLine, TraceLineSchema } from './trace-line.ts';

export interface TraceSummary {
  readonly arrivals: number;
  /** From the first arrival to the last, in the trace. */
  readonly lengthMs: number;
}

/**
 * Reads a trace to its end, so that a mistake in it is reported before anything is sent. The engine
 * reads the file again.
 * @throws UsageError that names the first malformed line
 */
export async function readTrace(file: string): Promise<TraceSummary> {
  let arrivals = 0;
  let firstMs = 0;
  let lastMs = 0;
  for await (const { timestamp } of isAzureTrace(file) ? azureTrace(file) : traceLines(file)) {
    if (arrivals === 0) firstMs = timestamp;
    lastMs = timestamp;
    arrivals += 1;
  }
  if (arrivals === 0)
    throw new UsageError(
      `Trace has no arrivals: ${file}. It needs at least one line with a timestamp.`,
    );
  return { arrivals, lengthMs: lastMs - firstMs };
}

async function* traceLines(file: string): AsyncGenerator<TraceLine> {
  let lastMs = 0;
  for await (const line of linesOf(file, TRACE_LIMITS)) {
    const parsed = parseLine(line, file);
    const { timestamp, scenario } = parsed;
    if (timestamp < lastMs) {
      throw malformed(
        file,
        line,
        `has timestamp ${timestamp}, which is before ${lastMs} of the line above it. Sort the file by its timestamps.`,
      );
    }
    if (scenario !== undefined && !CATALOGUED.includes(scenario)) {
      const hint = didYouMean(scenario, CATALOGUED);
      throw malformed(file, line, `names an unknown scenario: ${scenario}.${hint}`);
    }
    lastMs = timestamp;
    yield parsed;
  }
}

function parseLine(line: FileLine, file: string): TraceLine {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    throw malformed(file, line, 'is not JSON.');
  }
  const parsed = TraceLineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problem = firstProblem(TraceLineSchema, parsed.error, value);
  throw malformed(file, line, `is malformed. ${problem}`);
}

function malformed(file: string, { number }: FileLine, what: string): UsageError {
  return new UsageError(`Trace is malformed: ${file}. Line ${number} ${what}`);
}
